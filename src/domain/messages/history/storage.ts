import type { MessageBody, Realm } from '../../../realm'
import { firstPendingBodies } from '../../../store/pending-rows'
import { groupByMessage } from '../../../store/rows-by-message'
import type { Batch } from '../../../store/memory-size'

/** Once somebody changed what a message says. What it said before waits in the outbox, or is in D1, under the same id. */
export type MessageEdit = {
  id: number // that of the event as of which it happened, so edits and moves have one order
  message_id: number
  user_id: number
  edited_at: number
}

export type OldVersion = Pick<MessageBody, 'content' | 'rendered_content'>

/** The D1 table. */
export const OLD_VERSIONS = 'old_versions'

/** How much of the past of messages is read: no more than so many of the newest changes of each, and so many bytes. */
export type PastLimits = { most: number; bytes: number }

/** Edits of the first of these messages, and one more than are shown. The first edit comes first. */
export function editsOf(
  realm: Realm,
  message_ids: readonly number[],
  { most, bytes }: PastLimits,
): Batch<Map<number, MessageEdit[]>> {
  // CROSS has SQLite go through the messages in the order of the list.
  const { rows, isCut } = realm.sql.cutAt<MessageEdit>(bytes)`
    SELECT e.id, e.message_id, e.user_id, e.edited_at
    FROM json_each(${message_ids}) AS wanted CROSS JOIN message_edits AS e ON e.id IN (
      SELECT id FROM message_edits WHERE message_id = wanted.value ORDER BY id DESC LIMIT ${most + 1})`
  const { found, within } = groupByMessage(message_ids, rows, isCut)
  for (const edits of found.values()) edits.sort((a, b) => a.id - b.id)
  return { found, within }
}

const allEditIds = (realm: Realm, message_ids: readonly number[]): number[] =>
  realm.sql.all<{ id: number }>`
    SELECT id FROM message_edits WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(({ id }) => id)

export const newestEditOf = (realm: Realm, message_id: number): number =>
  realm.sql.one<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM message_edits WHERE message_id = ${message_id}`.id

export function insertEdit(realm: Realm, edit: MessageEdit, { content, rendered_content }: OldVersion): void {
  realm.sql.run`INSERT INTO message_edits (id, message_id, user_id, edited_at)
                VALUES (${edit.id}, ${edit.message_id}, ${edit.user_id}, ${edit.edited_at})`
  realm.outbox.put(OLD_VERSIONS, edit.id, edit.id, { content, rendered_content })
}

/** Old versions that D1 may not have yet: of the first of these edits, as many as hold `most` bytes. */
export const pendingOldVersions = (
  { sql, outbox }: Realm,
  keys: readonly number[],
  most: number,
): Batch<Map<number, OldVersion>> => firstPendingBodies(sql, outbox, { target: OLD_VERSIONS, keys, most })

/** The messages are gone, and nothing that they ever said may stay. */
export function deleteEdits(realm: Realm, message_ids: readonly number[]): void {
  const ids = allEditIds(realm, message_ids)
  if (ids.length === 0) return
  const nothing: OldVersion = { content: '', rendered_content: '' }
  realm.outbox.replace(OLD_VERSIONS, ids, realm.log.lastId + 1, nothing)
  realm.sql.run`DELETE FROM message_edits WHERE id IN (SELECT value FROM json_each(${ids}))`
}
