/** The cells of a row, as they stand between its pipes. Pipes in code spans and pipes after a backslash divide nothing. */
export function cellsOf(row: string, bordered: boolean): string[] {
  const inner = bordered ? withoutBorder(row) : row
  const { pipes, ticks } = marksOf(inner)
  const spans = codeSpans(ticks)
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

/** Whether the last character is a pipe that is not kept from its meaning by a backslash. */
export const endsInPipe = (row: string): boolean =>
  row.endsWith('|') && backslashesBefore(row, row.length - 1) % 2 === 0

function withoutBorder(row: string): string {
  const inner = row.startsWith('|') ? row.slice(1) : row
  return endsInPipe(inner) ? inner.slice(0, -1) : inner
}

function backslashesBefore(row: string, end: number): number {
  let start = end
  while (start > 0 && row.charAt(start - 1) === '\\') start -= 1
  return end - start
}

/** A run of backticks. One after a backslash opens with one mark less, but closes with all. */
type Ticks = { start: number; end: number; opens: number; closes: number }

function marksOf(row: string): { pipes: number[]; ticks: Ticks[] } {
  const pipes: number[] = []
  const ticks: Ticks[] = []
  for (const match of row.matchAll(/\\\\|\\`+|`+|\\\||\|/g)) {
    const [mark] = match
    const start = match.index
    const end = start + mark.length - 1
    if (mark === '|') pipes.push(start)
    else if (mark.startsWith('`')) ticks.push({ start, end, opens: mark.length, closes: mark.length })
    else if (mark.includes('`')) ticks.push({ start, end, opens: mark.length - 2, closes: mark.length - 1 })
  }
  return { pipes, ticks }
}

/** Each run pairs with the next one of the same length. */
function codeSpans(ticks: readonly Ticks[]): { start: number; end: number }[] {
  const closers = new Map<number, number[]>()
  for (let index = ticks.length - 1; index >= 0; index--) {
    const length = ticks[index]?.closes ?? 0
    const known = closers.get(length)
    if (known) known.push(index)
    else closers.set(length, [index])
  }
  const spans = []
  for (let index = 0; index < ticks.length; index++) {
    const opening = ticks[index]
    const candidates = (opening && closers.get(opening.opens)) ?? []
    while ((candidates.at(-1) ?? Infinity) <= index) candidates.pop()
    const closing = candidates.at(-1)
    if (!opening || closing === undefined) continue
    spans.push({ start: opening.start, end: ticks[closing]?.end ?? opening.end })
    index = closing
  }
  return spans
}
