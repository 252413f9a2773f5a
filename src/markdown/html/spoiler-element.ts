import { type Element, type Node, inline } from './tree'

/** A block readers open themselves: clients show the header and unfold the rest. */
export function spoilerElement(header: Node[], content: Node[]): Element {
  const frames = [
    frame({ class: 'spoiler-header' }, header),
    frame({ class: 'spoiler-content', 'aria-hidden': 'true' }, content),
  ]
  return { tag: 'div', attributes: { class: 'spoiler-block' }, children: frames, layout: 'block' }
}

const frame = (attributes: Record<string, string>, children: Node[]): Element => ({
  ...inline('div', attributes, children),
  layout: 'frame',
})
