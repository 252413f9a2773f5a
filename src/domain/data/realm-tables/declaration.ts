/** Why a column or a table is in no copy. */
export const WITHHELD = {
  credential: 'a credential, or derived from one',
  login: 'belongs to a login that has begun, or to a device',
  derived: 'the import computes it from other columns',
  queues: 'belongs to event queues and to the events in them, which a copy does not have',
  delivery: 'belongs to deliveries that wait or have ended',
  cached: 'the realm asks for it again',
  work: 'belongs to work that the alarm has not ended',
  place: 'belongs to the deployment in which the realm is',
  bound: 'is bound to a secret that no copy contains, so its owner makes it again',
} as const

type Reason = keyof typeof WITHHELD

/** Why the erasure of an account leaves the rows of a table. */
export const KEPT = {
  emptied: 'the erasure itself changes or deletes what they have of the user',
  numbers: 'they have of the user the number of the account only',
  conversation: 'they belong to messages, and are deleted with them',
  organization: 'they belong to the organization, or to its bots',
  expires: 'the realm deletes them in less than thirty days',
  discovery: 'a hold keeps them until an owner ends it, and no user shortens the log of discovery',
  nothing: 'they have nothing of users',
} as const

/** The erasure of an account deletes the rows whose column has the user, or leaves the rows for a reason. */
type Erasure = { deleted: string; kept?: undefined } | { kept: keyof typeof KEPT; deleted?: undefined }

export type Duties = Erasure & {
  /** An import leaves the rows: they have nothing to do with the users and the messages of the realm. */
  staysAtImport?: true
}

/** `exported` names the parts of exports in our own form, and `reference` those for a Zulip server. Or 'nowhere'. */
export type ExportedDuties = Duties & { exported: string; reference: string }

/** A table that no copy and no export contains. */
export type WithheldTable = { reason: Reason; duties: Duties }

export const withheld = (reason: Reason, duties: Duties): WithheldTable => ({ reason, duties })

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
  duties: ExportedDuties
}

type Options = { rows?: string; sets?: string; withheld?: Record<string, Reason>; filled?: Record<string, string> }

const words = (text: string): string[] => text.split(/\s+/)

/** Declares a table. The names of columns are separated by white space. */
export const copied = (
  key: string,
  columns: string,
  duties: ExportedDuties,
  { rows = 'true', sets = '', withheld = {}, filled = {} }: Options = {},
): CopiedTable => ({
  key: words(key),
  rows,
  columns: words(columns),
  sets: sets === '' ? [] : words(sets),
  withheld,
  filled,
  duties,
})
