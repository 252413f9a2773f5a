import { MEBIBYTE } from '../../../store/memory-size'
import type { SqlReader, Sql } from '../../../store/realm-sql'

type EntryRow = { entry_key: string; value: string }

/** How much a bot has stored: entries, and the characters of their keys and values. */
export type StoredSize = { entries: number; characters: number }

const MAX_RESPONSE_BYTES = 8 * MEBIBYTE

/** Returns a bot's entries, and whether they were cut because they are larger than one response. */
export const allEntries = (sql: SqlReader, user_id: number) =>
  sql.cutAt<EntryRow>(
    MAX_RESPONSE_BYTES,
  )`SELECT entry_key, value FROM bot_storage WHERE user_id = ${user_id} ORDER BY entry_key`

/** Returns a bot's entries with these keys, and whether they were cut. */
export const entriesWithKeys = (sql: SqlReader, user_id: number, keys: readonly string[]) =>
  sql.cutAt<EntryRow>(MAX_RESPONSE_BYTES)`
    SELECT entry_key, value FROM bot_storage
    WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys})) ORDER BY entry_key`

export const storedSize = (sql: SqlReader, user_id: number): StoredSize =>
  sql.one<StoredSize>`
    SELECT count(*) AS entries,
           coalesce(sum(length(entry_key) + length(value)), 0) AS characters
    FROM bot_storage WHERE user_id = ${user_id}`

export const storedSizeOfKeys = (sql: SqlReader, user_id: number, keys: readonly string[]): StoredSize =>
  sql.one<StoredSize>`
    SELECT count(*) AS entries,
           coalesce(sum(length(entry_key) + length(value)), 0) AS characters
    FROM bot_storage WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys}))`

export const writeEntry = (sql: Sql, user_id: number, key: string, value: string): void =>
  sql.run`INSERT INTO bot_storage (user_id, entry_key, value) VALUES (${user_id}, ${key}, ${value})
          ON CONFLICT (user_id, entry_key) DO UPDATE SET value = excluded.value`

export const deleteAllEntries = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM bot_storage WHERE user_id = ${user_id}`

export const deleteEntries = (sql: Sql, user_id: number, keys: readonly string[]): void =>
  sql.run`DELETE FROM bot_storage
          WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys}))`
