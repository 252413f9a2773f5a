import type { Block, List, ListItem } from './block'
import type { BlockConstruct, BlockContext } from './block-construct'
import { firstLine, type LineRange, splitAtBlankLines } from './line-range'

/** `* one`, `- one`, `+ one`. One list may mix the three markers. */
export const bulletedList: BlockConstruct = {
  matches: (range) => BULLET.test(firstLine(range)),
  parse: (range, context) => parseList(range, context, BULLET),
}

/** `1. one`. The list starts at its first number and counts by one, whatever the other numbers are. */
export const numberedList: BlockConstruct = {
  matches: (range) => NUMBER.test(firstLine(range)),
  parse: (range, context) => parseList(range, context, NUMBER),
}

/** The indentation of a list inside a list. */
export const ITEM_INDENT = '  '

const BULLET = /^ {0,1}([*+-]) +(.*)/
// Clients read numbers of 64 bits, and Python refuses those with thousands of digits.
const NUMBER = /^ {0,1}(\d{1,18})\. +(.*)/
const NESTED_ITEM = /^ {2,3}(?:\d+\.|[*+-]) +/

function parseList(range: LineRange, context: BlockContext, marker: RegExp): undefined {
  const items = splitIntoItems(range, marker)
  const above = context.parent.children.at(-1)
  let list: { children: Block[] }
  if (above?.kind === 'list' && above.ordered === (marker === NUMBER)) {
    list = above
    // A blank line is between this item and the one above, so the text of both becomes paragraphs.
    makeParagraphs(above.children.at(-1))
    const [first] = items.splice(0, 1)
    if (first) parseItem(first, addItem(list), { ...context, textMode: 'paragraph' })
  } else if (context.parent.kind === 'list') list = context.parent
  else {
    const newList: List = { kind: 'list', ordered: marker === NUMBER, start: startNumber(range, marker), children: [] }
    context.parent.children.push(newList)
    list = newList
  }
  for (const item of items) {
    const isContinuation = item[0]?.startsWith(ITEM_INDENT) === true
    parseItem(item, isContinuation ? lastItem(list) : addItem(list), { ...context, textMode: 'tight' })
  }
}

const startNumber = (range: LineRange, marker: RegExp) =>
  marker === NUMBER ? (marker.exec(firstLine(range))?.[1] ?? '1') : '1'

/** Returns the lines of each item, without its marker. The lines of a nested item are separate and stay indented. */
function splitIntoItems(range: LineRange, marker: RegExp): string[][] {
  const items: string[][] = []
  for (let index = range.from; index < range.to; index++) {
    const line = range.all[index] ?? ''
    const text = marker.exec(line)?.[2]
    const current = items.at(-1)
    if (text !== undefined || !current) items.push([text ?? line])
    else if (NESTED_ITEM.test(line) && !current[0]?.startsWith(ITEM_INDENT)) items.push([line])
    else current.push(line)
  }
  return items
}

function parseItem(lines: string[], item: ListItem, context: BlockContext) {
  context.parse(splitAtBlankLines(lines), { ...context, parent: item, depth: context.depth + 1 })
}

function addItem(list: { children: Block[] }): ListItem {
  const item: ListItem = { kind: 'item', children: [] }
  list.children.push(item)
  return item
}

function lastItem(list: { children: Block[] }): ListItem {
  const last = list.children.at(-1)
  return last?.kind === 'item' ? last : addItem(list)
}

/** Makes the first text of an item a paragraph. A blank line below the item shows that its list is loose. */
export function makeFirstTextParagraph(item: ListItem) {
  const [first] = item.children
  if (first?.kind === 'text') item.children[0] = { kind: 'paragraph', text: first.text }
}

function makeParagraphs(item: Block | undefined) {
  if (item?.kind !== 'item') return
  makeFirstTextParagraph(item)
  const last = item.children.at(-1)
  if (last?.kind === 'text') item.children.splice(-1, 1, { kind: 'paragraph', text: last.text.trimStart() })
}
