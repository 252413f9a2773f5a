import { type Element, type Node, inlineElement } from './tree'

/** Returns a spoiler: clients show the header, and show the content when the reader opens it. */
export function spoilerElement(header: Node[], content: Node[]): Element {
  const children = [
    spoilerPart({ class: 'spoiler-header' }, header),
    spoilerPart({ class: 'spoiler-content', 'aria-hidden': 'true' }, content),
  ]
  return { tag: 'div', attributes: { class: 'spoiler-block' }, children, layout: 'block' }
}

const spoilerPart = (attributes: Record<string, string>, children: Node[]): Element => ({
  ...inlineElement('div', attributes, children),
  layout: 'spoiler part',
})
