// Tables in the terminal: figures with their units and ranges.

export const rowOf =
  (widths) =>
  (...cells) =>
    console.log(
      cells
        .map((cell, nth) => String(cell).padEnd(widths[nth]))
        .join(' ')
        .trimEnd(),
    )

export const title = (what, how) => console.log(`\n${what}${how && `\n(${how})`}`)

export const spreadOf = ({ median, min, max }, unit) =>
  `${number(median, unit)} (${number(min, '')}..${number(max, '')})`

export function number(value, unit) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit && (unit === 'x' ? 'x' : ` ${unit}`)}`
}
