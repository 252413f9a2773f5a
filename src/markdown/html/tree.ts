import type { Reference } from '../template'

/**
 * A message between parsing and writing. Author text is held as text and only escaped when written, so nothing an
 * author types can become markup. `{ html }` is markup of our own making; grep for it to audit what is never escaped. Its
 * `source` is what it was made of, should a name be all that is wanted.
 */
export type Node = string | Element | Hole | { literal: string } | { html: string; source: string }

/** Attributes are written in the order given; ours are alphabetical, as clients' tests compare strings. */
export type Element = {
  tag: string
  attributes: Record<string, string>
  children: Node[]
  layout: Layout
}

/** What only the realm can look up, and what to show should it not exist. */
export type Hole = { reference: Reference; fallback: Node[] }

/**
 * Where line breaks go around and in an element: `inline` has none, a `block` is followed by one and has one before
 * a first child that is a block, a `frame` (part of a spoiler) is only ever broken after its start tag.
 */
type Layout = 'inline' | 'block' | 'frame'

export const inline = (tag: string, attributes: Record<string, string>, children: Node[]): Element => ({
  tag,
  attributes,
  children,
  layout: 'inline',
})

export const block = (tag: string, attributes: Record<string, string>, children: Node[]): Element => ({
  tag,
  attributes,
  children,
  layout: 'block',
})

export const isElement = (node: Node | undefined): node is Element => typeof node === 'object' && 'tag' in node

export const isHole = (node: Node): node is Hole => typeof node === 'object' && 'reference' in node

/** The text a reader would see, as far as it is known without a directory. */
export function textOf(nodes: readonly Node[]): string {
  let text = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if (isElement(node)) text += textOf(node.children)
    else if (isHole(node)) text += textOf(node.fallback)
    else text += 'literal' in node ? node.literal : node.source
  }
  return text
}
