import type { Alignment, Table } from './block'
import type { BlockConstruct } from './block-construct'
import type { LineRange } from './line-range'
import { endsInPipe, splitCells } from './table-cells'

/**
 *     Name | Size          the head
 *     ---- | ---:          as many cells as the head, of only `-`, `:` and spaces
 *     beta | 12            each following line is a row
 *
 * A table of one column needs a pipe on every line. Otherwise any text above a thematic break would be a table.
 */
export const table: BlockConstruct = {
  matches: (range) => findShape(range) !== undefined,
  parse(range, { parent }) {
    const shape = findShape(range)
    if (shape) parent.children.push(parseTable(range, shape))
    return undefined
  },
}

type Shape = { hasBorder: boolean; separators: string[] }

function findShape(range: LineRange): Shape | undefined {
  if (range.to - range.from < 2) return undefined
  const separator = rowAt(range, range.from + 1)
  // The cheapest test comes first: few messages have such a second line.
  if (!/^[|:\- ]+$/.test(separator)) return undefined
  const head = rowAt(range, range.from)
  const hasBorder = head.startsWith('|') || endsInPipe(head)
  const columnCount = splitCells(head, hasBorder).length
  if (columnCount === 1 && !(hasBorder && everyRowHasPipe(range))) return undefined
  const separators = splitCells(separator, hasBorder)
  return separators.length === columnCount ? { hasBorder, separators } : undefined
}

function everyRowHasPipe(range: LineRange): boolean {
  for (let index = range.from + 1; index < range.to; index++) {
    const row = rowAt(range, index)
    if (!row.startsWith('|') && !endsInPipe(row)) return false
  }
  return true
}

function parseTable(range: LineRange, { hasBorder, separators }: Shape): Table {
  const rows = []
  for (let index = range.from + 2; index < range.to; index++) {
    rows.push(splitCells(rowAt(range, index), hasBorder).slice(0, separators.length).map(trimSpaces))
  }
  const head = splitCells(rowAt(range, range.from), hasBorder).map(trimSpaces)
  return { kind: 'table', head, rows, alignments: separators.map(alignmentOf) }
}

function alignmentOf(separator: string): Alignment {
  const dashes = trimSpaces(separator)
  if (dashes.startsWith(':')) return dashes.endsWith(':') ? 'center' : 'left'
  return dashes.endsWith(':') ? 'right' : undefined
}

const rowAt = (range: LineRange, index: number) => trimSpaces(range.all[index] ?? '')

function trimSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === ' ') end -= 1
  return text.slice(0, end).replace(/^ +/, '')
}
