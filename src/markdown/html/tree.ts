import type { Lookup } from '../template'

/**
 * A part of a parsed message. The author's text stays text and is escaped when it is written, so it cannot become markup.
 * `literal` is text without entities, such as code. `html` is HTML that this library made and is not escaped: search for
 * `{ html` to review each such place. Its `source` is the text that it was made of.
 */
export type Node = string | Element | PlaceholderNode | { literal: string } | { html: string; source: string }

/** An HTML element. Attributes are written in this order: alphabetically, because clients' tests compare strings. */
export type Element = {
  tag: string
  attributes: Record<string, string>
  children: Node[]
  layout: Layout
}

/** A name that only the realm can look up, and what to show if it finds nothing. */
export type PlaceholderNode = { lookup: Lookup; fallback: Node[] }

/**
 * Where line breaks are written. `inline`: nowhere. `block`: after the element, and before a first child that is a block.
 * `spoiler part`: only after the start tag.
 */
type Layout = 'inline' | 'block' | 'spoiler part'

/** Returns an element without line breaks around it. */
export const inlineElement = (tag: string, attributes: Record<string, string>, children: Node[]): Element => ({
  tag,
  attributes,
  children,
  layout: 'inline',
})

/** Returns an element on lines of its own. */
export const blockElement = (tag: string, attributes: Record<string, string>, children: Node[]): Element => ({
  tag,
  attributes,
  children,
  layout: 'block',
})

/** Returns whether a node is an element. */
export const isElement = (node: Node | undefined): node is Element => typeof node === 'object' && 'tag' in node

/** Returns whether a node is a placeholder. */
export const isPlaceholder = (node: Node): node is PlaceholderNode => typeof node === 'object' && 'lookup' in node

/** Returns the text of nodes without markup. Placeholders count with their fallback. */
export function textOf(nodes: readonly Node[]): string {
  let text = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if (isElement(node)) text += textOf(node.children)
    else if (isPlaceholder(node)) text += textOf(node.fallback)
    else text += 'literal' in node ? node.literal : node.source
  }
  return text
}
