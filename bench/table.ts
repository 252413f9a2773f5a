// Tables in the terminal: figures with their units and ranges.

import type { Spread } from './statistics.ts'

export const rowOf =
  (widths: readonly number[]) =>
  (...cells: readonly (string | number)[]): void =>
    console.log(
      cells
        .map((cell, nth) => String(cell).padEnd(widths[nth] ?? 0))
        .join(' ')
        .trimEnd(),
    )

export const title = (what: string, how: string) => console.log(`\n${what}${how && `\n(${how})`}`)

export const spreadOf = ({ median, min, max }: Spread, unit: string) =>
  `${number(median, unit)} (${number(min, '')}..${number(max, '')})`

export function number(value: number, unit: string) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit && (unit === 'x' ? 'x' : ` ${unit}`)}`
}
