/** Returns rows as aligned columns. `columns` are the titles with functions that return the text of a cell. */
export function table<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string | number | null | undefined>,
): string {
  const cells = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? ''))),
  ]
  const widths = Object.keys(columns).map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const dateOf = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
