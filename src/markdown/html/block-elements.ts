import type { Block, List, ListItem, Table } from '../blocks/block'
import { mathBlockElement } from '../inlines/formulas'
import { parseInlines } from '../inlines/parse-inlines'
import { codeBlockElement } from './code-block-element'
import type { MessageContext } from './message-context'
import { takeOrThrow } from './output-budget'
import { spoilerElement } from './spoiler-element'
import { type Element, type Node, blockElement } from './tree'

/** Returns the elements of blocks, and parses the text in them. */
export const blockElements = (blocks: readonly Block[], context: MessageContext): Node[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? parseInlines(block.text, context) : [elementOf(block, context)]))

function elementOf(block: Exclude<Block, { kind: 'text' }>, context: MessageContext): Element {
  switch (block.kind) {
    case 'paragraph':
      return blockElement('p', {}, parseInlines(block.text, context))
    case 'heading':
      return blockElement(`h${block.level}`, {}, parseInlines(block.text, context))
    case 'thematic break':
      return blockElement('hr', {}, [])
    case 'list':
      return listElement(block, context)
    case 'item':
      return itemElement(block, context)
    case 'quote':
      return blockElement('blockquote', {}, blockElements(block.children, { ...context, isQuoted: true }))
    case 'table':
      return tableElement(block, context)
    case 'fenced code':
      return codeBlockElement(block.lines, block.language, context.budget)
    case 'indented code':
      return codeBlockElement(block.lines, '', context.budget)
    case 'math':
      return mathBlockElement(block.lines, context.budget)
    case 'spoiler':
      return spoilerElement(blockElements(block.header, context), blockElements(block.children, context))
  }
}

function listElement({ ordered, start, children }: List, context: MessageContext): Element {
  if (!ordered) return blockElement('ul', {}, blockElements(children, context))
  return blockElement('ol', start === '1' ? {} : { start }, blockElements(children, context))
}

const itemElement = ({ children }: ListItem, context: MessageContext): Element =>
  blockElement('li', {}, blockElements(children, context))

/** Each row is shown with as many cells as the head. The author may have typed far fewer, so all are counted first. */
function tableElement({ head, rows, alignments }: Table, context: MessageContext): Element {
  takeOrThrow(context.budget, 'expanded', CELL_LENGTH * head.length * (rows.length + 1))
  const rowElement = (cells: readonly string[], tag: 'th' | 'td') =>
    blockElement(
      'tr',
      {},
      head.map((_, column) => cellElement(tag, alignments[column], parseInlines(cells[column] ?? '', context))),
    )
  const body = rows.length > 0 ? rows.map((cells) => rowElement(cells, 'td')) : [emptyRow(head.length)]
  return blockElement('table', {}, [
    blockElement('thead', {}, [rowElement(head, 'th')]),
    blockElement('tbody', {}, body),
  ])
}

const CELL_LENGTH = '<td></td>\n'.length

/** The only row of a table that has only a head. Its cells have no alignment. */
const emptyRow = (columns: number): Element =>
  blockElement(
    'tr',
    {},
    Array.from({ length: columns }, () => blockElement('td', {}, [])),
  )

const cellElement = (tag: 'th' | 'td', alignment: Table['alignments'][number], children: Node[]): Element =>
  blockElement(tag, alignment ? { style: `text-align: ${alignment};` } : {}, children)
