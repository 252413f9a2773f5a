import type { Block, Container } from './block'
import type { BlockConstruct, BlockContext } from './block-construct'
import { blockQuote } from './block-quotes'
import type { Section } from './fenced-blocks'
import { findHeading } from './headings'
import { indentedCode } from './indented-code'
import { type LineRange, linesBefore, linesFrom, linesIn, splitAtBlankLines } from './line-range'
import { listContinuation } from './list-continuations'
import { bulletedList, numberedList } from './lists'
import { table } from './tables'

/** Returns the blocks of a message or of a fenced quote or spoiler. */
export function parseSections(sections: readonly Section[]): Block[] {
  const root: Container = { kind: 'root', children: [] }
  const context: BlockContext = { parent: root, textMode: 'paragraph', depth: 0, parse: parseBlocks }
  for (const section of sections) {
    if (section.kind === 'lines') parseBlocks(splitAtBlankLines(section.lines), context)
    else root.children.push(parseFencedBlock(section))
  }
  return root.children
}

function parseFencedBlock(section: Exclude<Section, { kind: 'lines' }>): Block {
  if (section.kind === 'quote') return { kind: 'quote', children: parseSections(section.sections) }
  if (section.kind === 'spoiler') {
    return {
      kind: 'spoiler',
      header: parseSections([{ kind: 'lines', lines: [section.header] }]),
      children: parseSections(section.sections),
    }
  }
  return section
}

function parseBlocks(ranges: readonly LineRange[], context: BlockContext) {
  for (const range of ranges) {
    let rest: LineRange | undefined = range
    while (rest) rest = parseBlock(rest, context)
  }
}

function parseBlock(range: LineRange, context: BlockContext): LineRange | undefined {
  const construct =
    context.depth < MAX_DEPTH ? BLOCK_CONSTRUCTS.find(({ matches }) => matches(range, context)) : undefined
  return (construct ?? paragraph).parse(range, context)
}

/** Lists and quotes nested more deeply are shown as typed. */
const MAX_DEPTH = 24

const heading: BlockConstruct = {
  matches: ({ next, from, to }) => (next.heading[from] ?? to) < to,
  parse(range, context) {
    const index = range.next.heading[range.from] ?? range.to
    const above = linesBefore(range, index)
    if (above) context.parse([above], context)
    const found = findHeading(range.all, index)
    if (!found) return linesFrom(range, index + 1)
    context.parent.children.push({ kind: 'heading', level: found.level, text: found.text })
    return linesFrom(range, index + found.lineCount)
  },
}

const thematicBreak: BlockConstruct = {
  matches: ({ next, from, to }) => (next.thematicBreak[from] ?? to) < to,
  parse(range, context) {
    const index = range.next.thematicBreak[range.from] ?? range.to
    const above = linesBefore(range, index)
    if (above) context.parse([above], context)
    context.parent.children.push({ kind: 'thematic break' })
    return linesFrom(range, index + 1)
  },
}

/** The lines that no other construct matches. In a tight list item they are bare text, joined to the text above. */
const paragraph: BlockConstruct = {
  matches: () => true,
  parse(range, { parent, textMode }) {
    const text = linesIn(range).join('\n')
    const last = parent.children.at(-1)
    if (textMode !== 'tight') parent.children.push({ kind: 'paragraph', text: text.trimStart() })
    else if (!last) parent.children.push({ kind: 'text', text: text.trimStart() })
    else if (last.kind !== 'text') parent.children.push({ kind: 'text', text: `\n${text}` })
    else last.text += `\n${parent.children.length === 1 ? text.trimStart() : text}`
    return undefined
  },
}

/** By precedence: the first construct that matches parses the lines. For example, a heading ends a quote above it. */
const BLOCK_CONSTRUCTS: readonly BlockConstruct[] = [
  listContinuation,
  indentedCode,
  heading,
  table,
  thematicBreak,
  numberedList,
  bulletedList,
  blockQuote,
]
