/** Returns rows as aligned columns. `columns` are the titles with functions that return the text of a cell. */
export function table(rows, columns) {
  const cells = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? ''))),
  ]
  const widths = Object.keys(columns).map((_, at) => Math.max(...cells.map((line) => line[at].length)))
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const dateOf = (seconds) =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
