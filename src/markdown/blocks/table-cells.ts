/** Returns the cells of a row. A pipe in a code span or after a backslash separates no cells. */
export function splitCells(row: string, hasBorder: boolean): string[] {
  const inner = hasBorder ? removeBorder(row) : row
  const { pipes, backticks } = findDelimiters(inner)
  const spans = findCodeSpans(backticks)
  const cells: string[] = []
  let start = 0
  let span = 0
  for (const pipe of pipes) {
    while (span < spans.length && (spans[span]?.end ?? 0) < pipe) span += 1
    if ((spans[span]?.start ?? Infinity) < pipe) continue
    cells.push(inner.slice(start, pipe))
    start = pipe + 1
  }
  cells.push(inner.slice(start))
  return cells
}

/** Returns whether a row ends in a pipe without a backslash before it. */
export const endsInPipe = (row: string): boolean =>
  row.endsWith('|') && backslashesBefore(row, row.length - 1) % 2 === 0

function removeBorder(row: string): string {
  const inner = row.startsWith('|') ? row.slice(1) : row
  return endsInPipe(inner) ? inner.slice(0, -1) : inner
}

function backslashesBefore(row: string, end: number): number {
  let start = end
  while (start > 0 && row.charAt(start - 1) === '\\') start -= 1
  return end - start
}

/** A run of backticks. After a backslash it opens with one backtick less, but closes with all of them. */
type BacktickRun = { start: number; end: number; openingLength: number; closingLength: number }

function findDelimiters(row: string): { pipes: number[]; backticks: BacktickRun[] } {
  const pipes: number[] = []
  const backticks: BacktickRun[] = []
  for (const match of row.matchAll(/\\\\|\\`+|`+|\\\||\|/g)) {
    const [delimiter] = match
    const { length } = delimiter
    const start = match.index
    const end = start + length - 1
    if (delimiter === '|') pipes.push(start)
    else if (delimiter.startsWith('`')) backticks.push({ start, end, openingLength: length, closingLength: length })
    else if (delimiter.includes('`'))
      backticks.push({ start, end, openingLength: length - 2, closingLength: length - 1 })
  }
  return { pipes, backticks }
}

/** Pairs each run with the next run of the same length. */
function findCodeSpans(runs: readonly BacktickRun[]): { start: number; end: number }[] {
  const closers = new Map<number, number[]>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.closingLength ?? 0
    const sameLength = closers.get(length)
    if (sameLength) sameLength.push(index)
    else closers.set(length, [index])
  }
  const spans = []
  for (let index = 0; index < runs.length; index++) {
    const opening = runs[index]
    const candidates = (opening && closers.get(opening.openingLength)) ?? []
    while ((candidates.at(-1) ?? Infinity) <= index) candidates.pop()
    const closing = candidates.at(-1)
    if (!opening || closing === undefined) continue
    spans.push({ start: opening.start, end: runs[closing]?.end ?? opening.end })
    index = closing
  }
  return spans
}
