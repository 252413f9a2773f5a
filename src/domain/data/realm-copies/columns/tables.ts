import { keysOf } from '../../../../api/table'
import type { CopiedTable } from './declaration'
import { messageTables } from './messages'
import { organizationTables } from './organization'
import { peopleTables } from './people'

/** All tables of a copy that are rows of one table of the realm, in the order in which an import needs them. */
export const copiedTables = { ...organizationTables, ...peopleTables, ...messageTables }

export type CopiedTableName = keyof typeof copiedTables

export const tableNames = keysOf(copiedTables)

export const tableNamed = (name: CopiedTableName): CopiedTable => copiedTables[name]
