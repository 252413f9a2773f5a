import type { Sql, SqlReader } from '../../../store/realm-sql'
import { emptiedTables } from '../realm-tables/tables'
import type { RealmImport } from './import-rules'
import { emptyTables } from './storage'

/** An owner of the realm before the import, who stays an owner. */
export type EarlierOwner = { delivery_email: string; full_name: string; password_hash: string | null }

type ImportRow = {
  copy_id: string
  owners: string
  keeps_owners: number
  is_finished: number
  key_hash: string | null
}

export type StoredImport = RealmImport & { owners: EarlierOwner[]; keeps_owners: boolean; key_hash: string | null }

export function findImport(sql: SqlReader): StoredImport | undefined {
  const row = sql.maybe<ImportRow>`SELECT copy_id, owners, keeps_owners, is_finished, key_hash FROM realm_imports`
  return (
    row && {
      copy_id: row.copy_id,
      owners: JSON.parse(row.owners),
      keeps_owners: row.keeps_owners === 1,
      is_finished: row.is_finished === 1,
      key_hash: row.key_hash,
    }
  )
}

/** Returns the hash of the key of the import in this realm. */
export const findKeyOfImport = (sql: SqlReader): string | undefined => findImport(sql)?.key_hash ?? undefined

type NewImport = Omit<StoredImport, 'is_finished'>

export const insertImport = (sql: Sql, { copy_id, owners, keeps_owners, key_hash }: NewImport): void =>
  sql.run`INSERT INTO realm_imports (singleton, copy_id, owners, keeps_owners, is_finished, key_hash)
          VALUES (1, ${copy_id}, ${JSON.stringify(owners)}, ${keeps_owners}, 0, ${key_hash})`

/** How much the browser of an owner has sent. */
export type Sent = { rows_sent: number; file_bytes: number }

export const sentSoFar = (sql: SqlReader): Sent => sql.one<Sent>`SELECT rows_sent, file_bytes FROM realm_imports`

export const addSent = (sql: Sql, { rows_sent, file_bytes }: Sent): void =>
  sql.run`UPDATE realm_imports SET rows_sent = rows_sent + ${rows_sent}, file_bytes = file_bytes + ${file_bytes}`

/** Marks the import as finished, and forgets the hashes. */
export const writeFinished = (sql: Sql): void => sql.run`UPDATE realm_imports SET is_finished = 1, owners = '[]'`

/** Returns whether a user who is not a system bot has sent a message. */
export const hasMessagesOfUsers = (sql: SqlReader): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM message_index AS m JOIN users AS u ON u.user_id = m.sender_id
    WHERE u.is_system_bot = 0 LIMIT 1` !== undefined

/** Empties the tables that a copy fills, and those whose rows would belong to other users afterwards. */
export function emptyRealm(sql: Sql): void {
  emptyTables(sql, emptiedTables)
  sql.run`DELETE FROM counters WHERE name <> 'event'`
}
