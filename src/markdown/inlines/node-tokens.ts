import { type Node, isElement, textOf } from '../html/tree'

/**
 * While a text is parsed, a token stands for each node that was found in it. So the next constructs cannot match a part of
 * that node. Tokens consist of Unicode noncharacters. source-lines.ts removes those from what authors type, so an author
 * cannot forge a token.
 */
export type ParsedNodes = { nodes: Node[]; depths: number[] }

/** Returns the nodes of a text that is not parsed yet: none. */
export const noParsedNodes = (): ParsedNodes => ({ nodes: [], depths: [] })

/** Adds a node and returns the token that stands for it. `inside` is its text, if such nodes can contain each other. */
export function addNode(parsed: ParsedNodes, node: Node, inside = ''): string {
  const depth = 1 + nestingDepth(inside, parsed)
  const index = parsed.nodes.push(node) - 1
  parsed.depths.push(depth)
  const digits = [...index.toString(16)].map((digit) => String.fromCharCode(ZERO + parseInt(digit, 16)))
  return START + digits.join('') + END
}

const START = '\uFDD0'
const END = '\uFDD1'
const ZERO = 0xfde0

const TOKEN = /\uFDD0([\uFDE0-\uFDEF]+)\uFDD1/g

/** Returns whether a UTF-16 unit belongs to a token. */
export const isTokenUnit = (unit: number) => unit >= 0xfdd0 && unit <= 0xfdef

/** Returns the nodes of a parsed text: its plain text, and the node of each token. */
export function expandTokens(text: string, parsed: ParsedNodes): Node[] {
  if (!text.includes(START)) return text === '' ? [] : [text]
  const nodes: Node[] = []
  let position = 0
  for (const { index, 0: token, 1: digits = '' } of text.matchAll(TOKEN)) {
    addText(nodes, text.slice(position, index))
    const node = parsed.nodes[tokenIndex(digits)]
    if (node !== undefined) nodes.push(node)
    position = index + token.length
  }
  addText(nodes, text.slice(position))
  return nodes
}

/** Returns a text with the plain text of each node in place of its token, for names and addresses. */
export const expandToText = (text: string, parsed: ParsedNodes): string => textOf(expandTokens(text, parsed))

/** Returns how many elements of a text are nested in each other at most. */
export function nestingDepth(text: string, parsed: ParsedNodes): number {
  if (!text.includes(START)) return 0
  let depth = 0
  for (const { 1: digits = '' } of text.matchAll(TOKEN)) depth = Math.max(depth, parsed.depths[tokenIndex(digits)] ?? 0)
  return depth
}

function tokenIndex(digits: string): number {
  let index = 0
  for (let position = 0; position < digits.length; position++) index = index * 16 + digits.charCodeAt(position) - ZERO
  return index
}

/** Adds text, unless it is only the spaces between a line break and the next element. */
function addText(nodes: Node[], text: string) {
  const last = nodes.at(-1)
  const isAfterBreak = isElement(last) && last.tag === 'br'
  if (text !== '' && !(isAfterBreak && text.trim() === '')) nodes.push(text)
}
