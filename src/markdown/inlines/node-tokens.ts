import { type Node, isElement, textOf } from '../html/tree'

/**
 * While a text is being parsed, what is already understood is held apart and a token stands in its place, which no
 * weaker construct can look into. Tokens are made of Unicode non-characters; those are removed from what authors
 * write (see normalise.ts), so a token cannot be forged.
 */
export type Held = { nodes: Node[]; depths: number[] }

export const nothingHeld = (): Held => ({ nodes: [], depths: [] })

/** Holds a node apart. `inside` is the text it was made of, where a construct can be nested in itself. */
export function hold(held: Held, node: Node, inside = ''): string {
  const depth = 1 + depthWithin(inside, held)
  const index = held.nodes.push(node) - 1
  held.depths.push(depth)
  const digits = [...index.toString(16)].map((digit) => String.fromCharCode(ZERO + parseInt(digit, 16)))
  return START + digits.join('') + END
}

const START = '\uFDD0'
const END = '\uFDD1'
const ZERO = 0xfde0

const TOKEN = /\uFDD0([\uFDE0-\uFDEF]+)\uFDD1/g

/** Whether a UTF-16 unit is part of a token. */
export const isOfToken = (unit: number) => unit >= 0xfdd0 && unit <= 0xfdef

/** The text with its tokens replaced by what they stand for. */
export function unfolded(text: string, held: Held): Node[] {
  if (!text.includes(START)) return text === '' ? [] : [text]
  const nodes: Node[] = []
  let position = 0
  for (const { index, 0: token, 1: digits = '' } of text.matchAll(TOKEN)) {
    addText(nodes, text.slice(position, index))
    const node = held.nodes[indexOf(digits)]
    if (node !== undefined) nodes.push(node)
    position = index + token.length
  }
  addText(nodes, text.slice(position))
  return nodes
}

/** The text without its tokens, for what has to be a name or an address. */
export const plain = (text: string, held: Held): string => textOf(unfolded(text, held))

/** How many elements are nested in one another at most in a text. */
export function depthWithin(text: string, held: Held): number {
  if (!text.includes(START)) return 0
  let depth = 0
  for (const { 1: digits = '' } of text.matchAll(TOKEN)) depth = Math.max(depth, held.depths[indexOf(digits)] ?? 0)
  return depth
}

function indexOf(digits: string): number {
  let index = 0
  for (let position = 0; position < digits.length; position++) index = index * 16 + digits.charCodeAt(position) - ZERO
  return index
}

/** Spaces after a line break are dropped if they are all there is until the next element. */
function addText(nodes: Node[], text: string) {
  const last = nodes.at(-1)
  const afterBreak = isElement(last) && last.tag === 'br'
  if (text !== '' && !(afterBreak && text.trim() === '')) nodes.push(text)
}
