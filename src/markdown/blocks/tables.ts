import type { Alignment, Construct, Table } from './block'
import type { Lines } from './line-range'
import { cellsOf, endsInPipe } from './table-cells'

/**
 *     Name | Size          the first two lines decide
 *     ---- | ---:          as many cells as above, of nothing but `-`, `:` and spaces
 *     beta | 12            all lines that follow are rows
 *
 * A table of one column must have a pipe on every line, or any text over a rule would be one.
 */
export const table: Construct = {
  fits: (block) => shapeOf(block) !== undefined,
  take(block, { parent }) {
    const shape = shapeOf(block)
    if (shape) parent.children.push(tableOf(block, shape))
    return undefined
  },
}

type Shape = { bordered: boolean; separators: string[] }

function shapeOf(block: Lines): Shape | undefined {
  if (block.to - block.from < 2) return undefined
  const separator = rowAt(block, block.from + 1)
  // The look that costs least comes first: hardly any text has such a second line.
  if (!/^[|:\- ]+$/.test(separator)) return undefined
  const head = rowAt(block, block.from)
  const bordered = head.startsWith('|') || endsInPipe(head)
  const columns = cellsOf(head, bordered).length
  if (columns === 1 && !(bordered && everyRowHasPipe(block))) return undefined
  const separators = cellsOf(separator, bordered)
  return separators.length === columns ? { bordered, separators } : undefined
}

function everyRowHasPipe(block: Lines): boolean {
  for (let index = block.from + 1; index < block.to; index++) {
    const row = rowAt(block, index)
    if (!row.startsWith('|') && !endsInPipe(row)) return false
  }
  return true
}

function tableOf(block: Lines, { bordered, separators }: Shape): Table {
  const rows = []
  for (let index = block.from + 2; index < block.to; index++) {
    rows.push(cellsOf(rowAt(block, index), bordered).slice(0, separators.length).map(trimSpaces))
  }
  const head = cellsOf(rowAt(block, block.from), bordered).map(trimSpaces)
  return { kind: 'table', head, rows, alignments: separators.map(alignmentOf) }
}

function alignmentOf(separator: string): Alignment {
  const marks = trimSpaces(separator)
  if (marks.startsWith(':')) return marks.endsWith(':') ? 'center' : 'left'
  return marks.endsWith(':') ? 'right' : undefined
}

const rowAt = (block: Lines, index: number) => trimSpaces(block.all[index] ?? '')

function trimSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === ' ') end -= 1
  return text.slice(0, end).replace(/^ +/, '')
}
