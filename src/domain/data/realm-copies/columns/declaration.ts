/** Why a column or a table is in no copy. */
export const WITHHELD = {
  credential: 'a credential, or derived from one',
  login: 'belongs to a login that has begun, or to a device',
  derived: 'the import computes it from other columns',
  queues: 'belongs to event queues and to the events in them, which a copy does not have',
  delivery: 'belongs to deliveries that wait or have ended',
  work: 'belongs to work that the alarm has not ended',
  place: 'belongs to the deployment in which the realm is',
  bound: 'is bound to a secret that no copy contains, so its owner makes it again',
} as const

export type Reason = keyof typeof WITHHELD

/** A table whose rows are in a copy. Each of its columns is in exactly one of the lists. */
export type CopiedTable = {
  /** The primary key: pages are in its order. */
  key: readonly string[]
  /** The rows that are in a copy, as a condition of SQL. */
  rows: string
  columns: readonly string[]
  /** The columns with sets of ids, which are lists of ids and of ranges in a copy. */
  sets: readonly string[]
  withheld: Readonly<Record<string, Reason>>
  /** What an import writes into withheld columns that must have a value, as SQL. */
  filled: Readonly<Record<string, string>>
}

type Options = { rows?: string; sets?: string; withheld?: Record<string, Reason>; filled?: Record<string, string> }

const words = (text: string): string[] => text.split(/\s+/)

/** Declares a table. The names of columns are separated by white space. */
export const copied = (
  key: string,
  columns: string,
  { rows = 'true', sets = '', withheld = {}, filled = {} }: Options = {},
): CopiedTable => ({
  key: words(key),
  rows,
  columns: words(columns),
  sets: sets === '' ? [] : words(sets),
  withheld,
  filled,
})
