import type { SqlReader } from '../../../store/realm-sql'
import { sqlText, type SqlText } from '../../../store/sql'
import type { IndexRow } from './message'
import { INDEX_ROW } from './storage'

// Each kind has an SQLite index with only its messages. The condition repeats that of the index in `tables.sql`. The index is
// named, because SQLite does not know how few messages it has, and would read all.
export const WITH_LINKS = sqlText`message_index INDEXED BY messages_with_links WHERE index_flags & 1`
export const WITH_IMAGES = sqlText`message_index INDEXED BY messages_with_images WHERE index_flags & 2`
export const WITH_ATTACHMENTS = sqlText`message_index INDEXED BY messages_with_attachments WHERE index_flags & 4`
export const WITH_REACTIONS = sqlText`message_index INDEXED BY messages_with_reactions WHERE index_flags & 8`
/** The messages that mention a whole channel, a whole topic or a group. */
export const MENTIONING_MANY = sqlText`message_index INDEXED BY messages_mentioning_many WHERE index_flags & 176`

/** Returns messages of one of these kinds with ids below the bound, newest first. */
export const rowsOfKindBefore = (sql: SqlReader, kind: SqlText, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`SELECT ${INDEX_ROW} FROM ${kind} AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`

/** Returns messages of one of these kinds with ids above the bound, oldest first. */
export const rowsOfKindAfter = (sql: SqlReader, kind: SqlText, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`SELECT ${INDEX_ROW} FROM ${kind} AND id > ${bound} ORDER BY id LIMIT ${limit}`

const MENTIONING_USER = sqlText`mentions n INDEXED BY mentions_by_user CROSS JOIN message_index m ON m.id = n.message_id`

/** Returns messages that mention the user by name, not through a group or a wildcard. */
export const rowsMentioningUserBefore = (sql: SqlReader, user_id: number, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`
    SELECT ${INDEX_ROW} FROM ${MENTIONING_USER}
    WHERE n.user_id = ${user_id} AND n.message_id < ${bound} ORDER BY n.message_id DESC LIMIT ${limit}`

export const rowsMentioningUserAfter = (sql: SqlReader, user_id: number, bound: number, limit: number): IndexRow[] =>
  sql.all<IndexRow>`
    SELECT ${INDEX_ROW} FROM ${MENTIONING_USER}
    WHERE n.user_id = ${user_id} AND n.message_id > ${bound} ORDER BY n.message_id LIMIT ${limit}`

const ALL = -1

/** Returns all messages above a bound that mention the user by name, or mention a channel, a topic or a group. */
export function rowsMentioning(sql: SqlReader, user_id: number, bound: number): IndexRow[] {
  const byName = rowsMentioningUserAfter(sql, user_id, bound, ALL)
  const byMany = rowsOfKindAfter(sql, MENTIONING_MANY, bound, ALL)
  return [...new Map([...byName, ...byMany].map((row) => [row.id, row])).values()]
}
