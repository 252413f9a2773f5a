import type { ReadOnlyRealm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import { MessageLocations } from '../../channels/topics/message-locations'
import { deleteMentions } from './mention-storage'
import { removeSentIds, storeSentIds } from './sent-ids-storage'
import { CONTENT_FLAGS, type IndexedMessage, type IndexRow } from './message'

/** The columns of an `IndexRow`. */
export const INDEX_ROW = sqlText`id, conversation_id, sender_id, sent_at, index_flags`

/** The rows of a page as one text, in their order. The platform needs three times as much CPU for a hundred separate rows. */
export const ROWS_AS_TEXT = sqlText`
  json_group_array(json_array(id, conversation_id, sender_id, sent_at, index_flags)) AS rows`
export type RowsAsText = { rows: string }
type Columns = [id: number, conversation_id: number, sender_id: number, sent_at: number, index_flags: number]

export function rowsFrom({ rows }: RowsAsText): IndexRow[] {
  const values: Columns[] = JSON.parse(rows)
  return values.map(([id, conversation_id, sender_id, sent_at, index_flags]) => ({
    id,
    conversation_id,
    sender_id,
    sent_at,
    index_flags,
  }))
}

export function insertMessage(sql: Sql, row: IndexRow): void {
  sql.run`INSERT INTO message_index (${INDEX_ROW})
          VALUES (${row.id}, ${row.conversation_id}, ${row.sender_id}, ${row.sent_at}, ${row.index_flags})`
  storeSentIds(sql, row.id)
}

/** Writes a message of a copy, and replaces one with its id. The caller stores the sent ids when it has written all messages. */
export const replaceMessage = (sql: Sql, row: IndexRow): void =>
  sql.run`INSERT OR REPLACE INTO message_index (${INDEX_ROW})
          VALUES (${row.id}, ${row.conversation_id}, ${row.sender_id}, ${row.sent_at}, ${row.index_flags})`

/** Replaces the index flags that follow from the content. */
export const writeContentFlags = (sql: Sql, id: number, index_flags: number): void =>
  sql.run`UPDATE message_index SET index_flags = (index_flags & ~${CONTENT_FLAGS}) | ${index_flags} WHERE id = ${id}`

export const addIndexFlag = (sql: Sql, id: number, flag: number): void =>
  sql.run`UPDATE message_index SET index_flags = index_flags | ${flag} WHERE id = ${id}`

export const removeIndexFlag = (sql: Sql, id: number, flag: number): void =>
  sql.run`UPDATE message_index SET index_flags = index_flags & ~${flag} WHERE id = ${id}`

/** Returns a message with its location, or undefined if it does not exist. Does not check access. */
export function findMessage(realm: ReadOnlyRealm, id: number): IndexedMessage | undefined {
  const row = realm.sql.maybe<IndexRow>`SELECT ${INDEX_ROW} FROM message_index WHERE id = ${id}`
  return row && { ...row, ...new MessageLocations(realm).of(row) }
}

/** Returns the existing rows with these ids, ascending. A join reads two rows for each id, and `IN` three. */
export const rowsWithIds = (sql: SqlReader, ids: readonly number[]): IndexRow[] =>
  rowsFrom(sql.one<RowsAsText>`
    SELECT ${ROWS_AS_TEXT} FROM (
      SELECT message_index.id, conversation_id, sender_id, sent_at, index_flags
      FROM json_each(${[...new Set(ids)].sort((a, b) => a - b)}) AS requested
      CROSS JOIN message_index ON message_index.id = requested.value)`)

// Pages of the index. Before: ids below the bound, newest first. After: ids above it, oldest first.
export const rowsBefore = (sql: SqlReader, bound: number, limit: number): IndexRow[] =>
  rowsFrom(sql.one<RowsAsText>`
    SELECT ${ROWS_AS_TEXT} FROM (
      SELECT ${INDEX_ROW} FROM message_index WHERE id < ${bound} ORDER BY id DESC LIMIT ${limit})`)

export const rowsAfter = (sql: SqlReader, bound: number, limit: number): IndexRow[] =>
  rowsFrom(sql.one<RowsAsText>`
    SELECT ${ROWS_AS_TEXT} FROM (
      SELECT ${INDEX_ROW} FROM message_index WHERE id > ${bound} ORDER BY id LIMIT ${limit})`)

// Pages grow up to this size: most callers need only the first rows.
const MAX_ROWS_PER_READ = 2000

/** Yields the newest messages of the realm, at most `most`, newest first. Does not check access. */
export function* rowsNewestFirst(realm: ReadOnlyRealm, most: number): Generator<IndexRow> {
  let bound = realm.messageIds.last + 1
  let left = most
  for (let size = 1; left > 0; size = Math.min(size * 2, MAX_ROWS_PER_READ, left)) {
    const rows = rowsBefore(realm.sql, bound, size)
    yield* rows
    if (rows.length < size) return
    left -= size
    bound = rows.at(-1)!.id
  }
}

export const rowsBySenderBefore = (sql: SqlReader, sender_id: number, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`
    SELECT ${INDEX_ROW} FROM message_index
    WHERE sender_id = ${sender_id} AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`

export const rowsBySenderAfter = (sql: SqlReader, sender_id: number, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`
    SELECT ${INDEX_ROW} FROM message_index
    WHERE sender_id = ${sender_id} AND id > ${bound} ORDER BY id LIMIT ${limit}`

/** Returns the newest messages that a user sent, from an id on. Reads only the SQLite index. */
export const newestIdsBySender = (
  sql: SqlReader,
  sender_id: number,
  { from, most }: { from: number; most: number },
): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM message_index WHERE sender_id = ${sender_id} AND id >= ${from}
    ORDER BY id DESC LIMIT ${most}`.map(({ id }) => id)

/** Returns those of these ids that have a message, ascending. */
export const existingIds = (sql: SqlReader, ids: readonly number[]): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM message_index WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`.map(({ id }) => id)

/** Returns the newest message that was sent before this second, or 0. Ids grow with time, so a binary search reads few rows. */
export function newestIdSentBefore(realm: ReadOnlyRealm, second: number): number {
  let found = 0
  for (let low = 1, high = realm.messageIds.last; low <= high;) {
    const middle = Math.floor((low + high) / 2)
    const [row] = rowsBefore(realm.sql, middle + 1, 1)
    if (row === undefined || row.sent_at < second) {
      found = row?.id ?? found
      low = middle + 1
    } else high = row.id - 1
  }
  return found
}

/** Deletes the rows of these messages, and their mentions. */
export function deleteIndexRows(sql: Sql, ids: readonly number[]): void {
  deleteMentions(sql, ids)
  removeSentIds(sql, ids)
  sql.run`DELETE FROM message_index WHERE id IN (SELECT value FROM json_each(${ids}))`
}
