import type { Realm } from '../../../realm'
import { addIndexFlag } from '../../messages/message-index/storage'
import { IndexFlag } from '../../messages/message-index/message'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { findUser } from '../../people/users/storage'
import type { CopiedTableName } from '../realm-tables/tables'
import type { StoredImport } from './import-storage'
import { prepareRow } from './prepare-row'
import type { CopiedRow } from './rows'
import { isStored } from './setting-rows'
import { writeRows } from './storage'

/** A row that was left out: its place in the request, and why. */
export type RefusedRow = { index: number; reason: string }
export type Imported = { written: number; refused: RefusedRow[] }

/** Writes rows of a table. If one does not fit, the others are written nevertheless. */
export function importRows(
  realm: Realm,
  begun: StoredImport,
  { table, rows }: { table: CopiedTableName; rows: readonly CopiedRow[] },
): Imported {
  const prepared = rows.map((row) => prepareRow(table, realm, row, begun))
  const imported = writeEach(prepared, (some) =>
    realm.transaction(() =>
      writeRows(
        realm.sql,
        table,
        some.filter((row) => isStored(table, row)),
      ),
    ),
  )
  realm.cache.invalidateAll()
  const isWritten = (_: unknown, index: number) => !imported.refused.some((refused) => refused.index === index)
  AFTER[table]?.(realm, prepared.filter(isWritten))
  return imported
}

/** Writes all rows at once, or each one alone if that fails. */
export function writeEach<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => void): Imported {
  try {
    write(rows)
    return { written: rows.length, refused: [] }
  } catch {
    const refused: RefusedRow[] = []
    for (const [index, row] of rows.entries())
      try {
        write([row])
      } catch (error) {
        refused.push({ index, reason: error instanceof Error ? error.message.slice(0, MAX_REASON_LENGTH) : '' })
      }
    return { written: rows.length - refused.length, refused }
  }
}

const MAX_REASON_LENGTH = 200

const AFTER: Partial<Record<CopiedTableName, (realm: Realm, rows: readonly CopiedRow[]) => void>> = {
  users: (realm, rows) => {
    for (const { user_id } of rows) {
      const user = findUser(realm, Number(user_id))
      if (user) copyProfileToD1(realm, user)
    }
  },
  reactions: (realm, rows) => {
    for (const id of new Set(rows.map(({ message_id }) => Number(message_id))))
      addIndexFlag(realm.sql, id, IndexFlag.reaction)
  },
}
