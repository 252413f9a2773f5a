import type { Block, Construct, Item, List, Place } from './block'
import { type Lines, blocksOf, firstLine } from './line-range'

/** `* one`, `- one`, `+ one`: the three may be mixed in a list. */
export const bulletedList: Construct = {
  fits: (block) => BULLET.test(firstLine(block)),
  take: (block, place) => takeList(block, place, BULLET),
}

/** `1. one`. The first number counts, the others are for the author. */
export const numberedList: Construct = {
  fits: (block) => NUMBER.test(firstLine(block)),
  take: (block, place) => takeList(block, place, NUMBER),
}

/** How far a list's items are indented beyond the list around them. */
export const ITEM_INDENT = '  '

const BULLET = /^ {0,1}([*+-]) +(.*)/
const NUMBER = /^ {0,1}(\d+)\. +(.*)/
const NESTED_ITEM = /^ {2,3}(?:\d+\.|[*+-]) +/

function takeList(block: Lines, place: Place, marker: RegExp): undefined {
  const items = itemsOf(block, marker)
  const above = place.parent.children.at(-1)
  let list: { children: Block[] }
  if (above?.kind === 'list' && above.ordered === (marker === NUMBER)) {
    list = above
    // An empty line stands between this item and the one above, so both are set as paragraphs.
    settleTexts(above.children.at(-1))
    const [first] = items.splice(0, 1)
    if (first) parseItem(first, newItem(list), { ...place, mood: 'loose' })
  } else if (place.parent.kind === 'list') list = place.parent
  else {
    const created: List = { kind: 'list', ordered: marker === NUMBER, start: startOf(block, marker), children: [] }
    place.parent.children.push(created)
    list = created
  }
  for (const item of items) {
    const continued = item[0]?.startsWith(ITEM_INDENT) === true
    parseItem(item, continued ? lastItem(list) : newItem(list), { ...place, mood: 'tight' })
  }
}

const startOf = (block: Lines, marker: RegExp) =>
  marker === NUMBER ? (marker.exec(firstLine(block))?.[1] ?? '1') : '1'

/** The lines of each item, without its marker. Lines of nested items stand apart, with their indentation. */
function itemsOf(block: Lines, marker: RegExp): string[][] {
  const items: string[][] = []
  for (let index = block.from; index < block.to; index++) {
    const line = block.all[index] ?? ''
    const words = marker.exec(line)?.[2]
    const current = items.at(-1)
    if (words !== undefined || !current) items.push([words ?? line])
    else if (NESTED_ITEM.test(line) && !current[0]?.startsWith(ITEM_INDENT)) items.push([line])
    else current.push(line)
  }
  return items
}

function parseItem(lines: string[], item: Item, place: Place) {
  place.parse(blocksOf(lines), { ...place, parent: item, depth: place.depth + 1 })
}

function newItem(list: { children: Block[] }): Item {
  const item: Item = { kind: 'item', children: [] }
  list.children.push(item)
  return item
}

function lastItem(list: { children: Block[] }): Item {
  const last = list.children.at(-1)
  return last?.kind === 'item' ? last : newItem(list)
}

/** Once an empty line shows that a list is loose, the bare text of an item becomes a paragraph. */
export function settleFirstText(item: Item) {
  const [first] = item.children
  if (first?.kind === 'text') item.children[0] = { kind: 'paragraph', text: first.text }
}

function settleTexts(item: Block | undefined) {
  if (item?.kind !== 'item') return
  settleFirstText(item)
  const last = item.children.at(-1)
  if (last?.kind === 'text') item.children.splice(-1, 1, { kind: 'paragraph', text: last.text.trimStart() })
}
