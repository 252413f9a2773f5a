import { decodeRuns, encodeRuns, type Run } from '../../../store/id-set'
import type { CopiedTable } from '../realm-tables/declaration'

/** A value of a copy. A set of ids is a list of ids and of ranges. */
type CopiedValue = string | number | null | unknown[]

/** A row of a copy, as JSON. */
export type CopiedRow = Record<string, CopiedValue>

export type StoredRow = Record<string, string | number | null | ArrayBuffer>

/** Returns a row as it is in a copy. */
export const copiedRow = (row: StoredRow): CopiedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? decodeRuns(new Uint8Array(value)).map(listed) : value,
    ]),
  )

const listed = ({ from, to }: Run) => (from === to ? from : [from, to])

/** Returns the row as an INSERT reads it from JSON: sets are in hexadecimal. Throws if a set is no list of ranges. */
export const storableRow = ({ sets }: CopiedTable, row: CopiedRow): CopiedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, sets.includes(name) ? hexOf(encodeRuns(runsIn(value))) : value]),
  )

function runsIn(value: CopiedValue | undefined): Run[] {
  if (!Array.isArray(value)) throw new Error('A set of ids is no list')
  const runs = value.map((entry: unknown) => {
    const [from, to]: unknown[] = Array.isArray(entry) ? entry : [entry, entry]
    if (typeof from !== 'number' || typeof to !== 'number') throw new Error('A set of ids has something else in it')
    return { from, to }
  })
  let last = -1
  for (const { from, to } of runs) {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from <= last || to < from)
      throw new Error('A set of ids is not ascending')
    last = to
  }
  return runs
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
