import type { MessageBody, Realm } from '../../../realm'
import { firstPendingBodies } from '../../../store/pending-rows'
import { groupByMessage } from '../../../store/rows-by-message'
import type { Batch } from '../../../store/memory-size'
import type { Sql, SqlReader } from '../../../store/realm-sql'

/** A change of a message's content. The content before it is in the outbox or in D1, under the same id. */
export type MessageEdit = {
  id: number // an event id, so that edits and moves have one order
  message_id: number
  user_id: number
  edited_at: number
}

export type OldVersion = Pick<MessageBody, 'content' | 'rendered_content'>

/** The D1 table. */
export const OLD_VERSIONS = 'old_versions'

/** How much edit history is read: the newest `most` changes of each message, and at most so many bytes. */
export type HistoryLimits = { most: number; bytes: number }

/** Returns the edits of the first of these messages, and one more than `most`. The oldest edit comes first. */
export function editsOf(
  sql: SqlReader,
  message_ids: readonly number[],
  { most, bytes }: HistoryLimits,
): Batch<Map<number, MessageEdit[]>> {
  if (message_ids.length === 0) return { found: new Map(), within: 0 }
  // CROSS makes SQLite read the messages in the order of the list.
  const { rows, isCut } = sql.cutAt<MessageEdit>(bytes)`
    SELECT e.id, e.message_id, e.user_id, e.edited_at
    FROM json_each(${message_ids}) AS requested CROSS JOIN message_edits AS e ON e.id IN (
      SELECT id FROM message_edits WHERE message_id = requested.value ORDER BY id DESC LIMIT ${most + 1})`
  const { found, within } = groupByMessage(message_ids, rows, isCut)
  for (const edits of found.values()) edits.sort((a, b) => a.id - b.id)
  return { found, within }
}

const allEditIds = (sql: SqlReader, message_ids: readonly number[]): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM message_edits WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(({ id }) => id)

/** Returns the id of the newest edit of a message, or 0. */
export const newestEditOf = (sql: SqlReader, message_id: number): number =>
  sql.one<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM message_edits WHERE message_id = ${message_id}`.id

/** Stores an edit, and the version before it. */
export function insertEdit({ sql, outbox }: Realm, edit: MessageEdit, { content, rendered_content }: OldVersion): void {
  sql.run`INSERT INTO message_edits (id, message_id, user_id, edited_at)
          VALUES (${edit.id}, ${edit.message_id}, ${edit.user_id}, ${edit.edited_at})`
  outbox.put(OLD_VERSIONS, edit.id, edit.id, { content, rendered_content })
}

/** Returns the versions before the first of these edits that D1 may not have yet, as many as hold `most` bytes. */
export const pendingOldVersions = (
  { sql, outbox }: Realm,
  keys: readonly number[],
  most: number,
): Batch<Map<number, OldVersion>> => firstPendingBodies(sql, outbox, { target: OLD_VERSIONS, keys, most })

/** Deletes the edits of messages, but not the versions before them. Returns them. */
export const takeEditsOf = (sql: Sql, message_ids: readonly number[]): MessageEdit[] =>
  sql.all<MessageEdit>`
    DELETE FROM message_edits WHERE message_id IN (SELECT value FROM json_each(${message_ids}))
    RETURNING id, message_id, user_id, edited_at`

/** Deletes the edits of deleted messages, and empties their old versions in D1. */
export function deleteEdits({ sql, outbox, log }: Realm, message_ids: readonly number[]): void {
  const ids = allEditIds(sql, message_ids)
  if (ids.length === 0) return
  const empty: OldVersion = { content: '', rendered_content: '' }
  outbox.replace(OLD_VERSIONS, ids, log.lastId + 1, empty)
  sql.run`DELETE FROM message_edits WHERE id IN (SELECT value FROM json_each(${ids}))`
}
