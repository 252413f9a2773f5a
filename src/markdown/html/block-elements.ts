import type { Block, Item, List, Table } from '../blocks/block'
import { displayFormulas } from '../inlines/formulas'
import type { Scope } from '../inlines/inline-construct'
import { inlineNodes } from '../inlines/parse-inlines'
import { codeBlock } from './code-block-element'
import { takeOrThrow } from './output-budget'
import { spoilerElement } from './spoiler-element'
import { type Element, type Node, block } from './tree'

/** Blocks as elements, with their text parsed. */
export const elementsOf = (blocks: readonly Block[], scope: Scope): Node[] =>
  blocks.flatMap((child) => (child.kind === 'text' ? inlineNodes(child.text, scope) : [elementOf(child, scope)]))

function elementOf(child: Exclude<Block, { kind: 'text' }>, scope: Scope): Element {
  switch (child.kind) {
    case 'paragraph':
      return block('p', {}, inlineNodes(child.text, scope))
    case 'heading':
      return block(`h${child.level}`, {}, inlineNodes(child.text, scope))
    case 'rule':
      return block('hr', {}, [])
    case 'list':
      return listElement(child, scope)
    case 'item':
      return itemElement(child, scope)
    case 'quote':
      return block('blockquote', {}, elementsOf(child.children, { ...scope, quoted: true }))
    case 'table':
      return tableElement(child, scope)
    case 'code':
      return codeBlock(child.lines, child.language, scope.budget)
    case 'indented code':
      return codeBlock(child.lines, '', scope.budget)
    case 'math':
      return displayFormulas(child.lines, scope.budget)
    case 'spoiler':
      return spoilerElement(elementsOf(child.header, scope), elementsOf(child.children, scope))
  }
}

function listElement({ ordered, start, children }: List, scope: Scope): Element {
  if (!ordered) return block('ul', {}, elementsOf(children, scope))
  return block('ol', start === '1' ? {} : { start }, elementsOf(children, scope))
}

const itemElement = ({ children }: Item, scope: Scope): Element => block('li', {}, elementsOf(children, scope))

/** Every row is shown with as many cells as the head, which may be far more than were written: so they are counted first. */
function tableElement({ head, rows, alignments }: Table, scope: Scope): Element {
  takeOrThrow(scope.budget, 'expanded', LENGTH_OF_CELL * head.length * (rows.length + 1))
  const rowElement = (cells: readonly string[], tag: 'th' | 'td') =>
    block(
      'tr',
      {},
      head.map((_, column) => cellElement(tag, alignments[column], inlineNodes(cells[column] ?? '', scope))),
    )
  const body = rows.length > 0 ? rows.map((cells) => rowElement(cells, 'td')) : [emptyRow(head.length)]
  return block('table', {}, [block('thead', {}, [rowElement(head, 'th')]), block('tbody', {}, body)])
}

const LENGTH_OF_CELL = '<td></td>\n'.length

/** A table of a head alone has one row of cells with nothing in or about them. */
const emptyRow = (columns: number): Element =>
  block(
    'tr',
    {},
    Array.from({ length: columns }, () => block('td', {}, [])),
  )

const cellElement = (tag: 'th' | 'td', alignment: Table['alignments'][number], children: Node[]): Element =>
  block(tag, alignment ? { style: `text-align: ${alignment};` } : {}, children)
