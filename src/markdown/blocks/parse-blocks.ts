import type { Block, Construct, Container, Place } from './block'
import { quote } from './block-quotes'
import type { Segment } from './fenced-blocks'
import { headingAt } from './headings'
import { indentedCode } from './indented-code'
import { type Lines, after, before, blocksOf, joined } from './line-range'
import { indentedItem } from './list-continuations'
import { bulletedList, numberedList } from './lists'
import { table } from './tables'

/** The blocks of a message or of a fenced container. */
export function parseSegments(segments: readonly Segment[]): Block[] {
  const root: Container = { kind: 'root', children: [] }
  const place: Place = { parent: root, mood: 'open', depth: 0, parse: parseBlocks }
  for (const segment of segments) {
    if (segment.kind === 'lines') parseBlocks(blocksOf(segment.lines), place)
    else root.children.push(fencedBlock(segment))
  }
  return root.children
}

function fencedBlock(segment: Exclude<Segment, { kind: 'lines' }>): Block {
  if (segment.kind === 'quote') return { kind: 'quote', children: parseSegments(segment.segments) }
  if (segment.kind === 'spoiler') {
    return {
      kind: 'spoiler',
      header: parseSegments([{ kind: 'lines', lines: [segment.header] }]),
      children: parseSegments(segment.segments),
    }
  }
  return segment
}

function parseBlocks(blocks: readonly Lines[], place: Place) {
  for (const block of blocks) {
    let rest: Lines | undefined = block
    while (rest) rest = takeBlock(rest, place)
  }
}

function takeBlock(block: Lines, place: Place): Lines | undefined {
  const construct = place.depth < MAX_DEPTH ? LADDER.find(({ fits }) => fits(block, place)) : undefined
  return (construct ?? paragraph).take(block, place)
}

/** Lists and quotes within one another beyond this are shown as they were typed. */
const MAX_DEPTH = 24

const heading: Construct = {
  fits: ({ landmarks, from, to }) => (landmarks.heading[from] ?? to) < to,
  take(block, place) {
    const at = block.landmarks.heading[block.from] ?? block.to
    const above = before(block, at)
    if (above) place.parse([above], place)
    const found = headingAt(block.all, at)
    if (!found) return after(block, at + 1)
    place.parent.children.push({ kind: 'heading', level: found.level, text: found.text })
    return after(block, at + found.lines)
  },
}

const rule: Construct = {
  fits: ({ landmarks, from, to }) => (landmarks.rule[from] ?? to) < to,
  take(block, place) {
    const at = block.landmarks.rule[block.from] ?? block.to
    const above = before(block, at)
    if (above) place.parse([above], place)
    place.parent.children.push({ kind: 'rule' })
    return after(block, at + 1)
  },
}

/** Whatever nothing else wants. In a tight list item it is bare text, joined to the text already there. */
const paragraph: Construct = {
  fits: () => true,
  take(block, { parent, mood }) {
    const text = joined(block)
    const last = parent.children.at(-1)
    if (mood !== 'tight') parent.children.push({ kind: 'paragraph', text: text.trimStart() })
    else if (!last) parent.children.push({ kind: 'text', text: text.trimStart() })
    else if (last.kind !== 'text') parent.children.push({ kind: 'text', text: `\n${text}` })
    else last.text += `\n${parent.children.length === 1 ? text.trimStart() : text}`
    return undefined
  },
}

/** Strongest first. The order is the flavour: a heading inside what looks like a quote ends the quote. */
const LADDER: readonly Construct[] = [
  indentedItem,
  indentedCode,
  heading,
  table,
  rule,
  numberedList,
  bulletedList,
  quote,
]
