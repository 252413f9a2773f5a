import { keysOf } from '../../../api/table'
import type { CopiedTable, Duties } from './declaration'
import { messageIndex, messageTables } from './messages'
import { organizationTables } from './organization'
import { peopleTables } from './people'
import { withheldTables } from './withheld'

/** All tables of a copy that are rows of one table of the realm, in the order in which an import needs them. */
export const copiedTables = { ...organizationTables, ...peopleTables, ...messageTables }

export type CopiedTableName = keyof typeof copiedTables

export const tableNames = keysOf(copiedTables)

export const tableNamed = (name: CopiedTableName): CopiedTable => copiedTables[name]

/** What copies, exports and erasures do with each table of a realm. A test fails for a table that is not here. */
const realmTables: readonly (readonly [name: string, { duties: Duties }])[] = Object.entries({
  ...copiedTables,
  ...withheldTables,
  message_index: messageIndex,
})

/** The tables with rows that belong to one user alone, and the column with the user. */
export const personalTables: readonly (readonly [table: string, column: string])[] = realmTables.flatMap(
  ([name, { duties }]) => (duties.deleted === undefined ? [] : [[name, duties.deleted] as const]),
)

/** The tables that an import empties before it fills them. */
export const emptiedTables: readonly string[] = realmTables.flatMap(([name, { duties }]) =>
  duties.staysAtImport === true ? [] : [name],
)
