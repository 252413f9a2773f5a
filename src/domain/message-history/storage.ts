import type { MessageBody, Realm } from '../../realm'

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

/** The first edit comes first. */
export const editsOf = (realm: Realm, message_ids: readonly number[]): MessageEdit[] =>
  realm.sql.all<MessageEdit>`
    SELECT id, message_id, user_id, edited_at FROM message_edits
    WHERE message_id IN (SELECT value FROM json_each(${message_ids})) ORDER BY id`

export const newestEditOf = (realm: Realm, message_id: number): number =>
  realm.sql.one<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM message_edits WHERE message_id = ${message_id}`.id

export function insertEdit(realm: Realm, edit: MessageEdit, { content, rendered_content }: OldVersion): void {
  realm.sql.run`INSERT INTO message_edits (id, message_id, user_id, edited_at)
                VALUES (${edit.id}, ${edit.message_id}, ${edit.user_id}, ${edit.edited_at})`
  realm.outbox.put(OLD_VERSIONS, edit.id, edit.id, { content, rendered_content })
}

/** Old versions that D1 may not have yet. */
export const oldVersionsAtHand = (realm: Realm, ids: readonly number[]): Map<number, OldVersion> =>
  ids.length > 0 && realm.outbox.waiting > 0 ? realm.outbox.fresh<OldVersion>(OLD_VERSIONS, ids) : new Map()

/** The messages are gone, and nothing that they ever said may stay. */
export function removeEdits(realm: Realm, message_ids: readonly number[]): void {
  const ids = editsOf(realm, message_ids).map(({ id }) => id)
  if (ids.length === 0) return
  const nothing: OldVersion = { content: '', rendered_content: '' }
  realm.outbox.putInstead(OLD_VERSIONS, ids, realm.log.lastId + 1, nothing)
  realm.sql.run`DELETE FROM message_edits WHERE id IN (SELECT value FROM json_each(${ids}))`
}
