import type { Realm } from '../../../realm'
import { MessageLocations } from '../../channels/topics/message-locations'
import { removeMentions } from './mention-storage'
import { CONTENT_TRAITS, type IndexedMessage, type IndexRow } from './message'

export const writeContentTraits = (realm: Realm, id: number, traits: number): void =>
  realm.sql.run`UPDATE message_index SET traits = (traits & ~${CONTENT_TRAITS}) | ${traits} WHERE id = ${id}`

export function insertMessage(realm: Realm, row: IndexRow): void {
  realm.sql.run`INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
                VALUES (${row.id}, ${row.conversation_id}, ${row.sender_id}, ${row.sent_at}, ${row.traits})`
}

export const addTrait = (realm: Realm, id: number, trait: number): void =>
  realm.sql.run`UPDATE message_index SET traits = traits | ${trait} WHERE id = ${id}`

export const removeTrait = (realm: Realm, id: number, trait: number): void =>
  realm.sql.run`UPDATE message_index SET traits = traits & ~${trait} WHERE id = ${id}`

export function findMessage(realm: Realm, id: number): IndexedMessage | undefined {
  const row = realm.sql
    .maybe<IndexRow>`SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index WHERE id = ${id}`
  return row && { ...row, ...new MessageLocations(realm).of(row) }
}

export const rowsWithIds = (realm: Realm, ids: readonly number[]): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`

// Pages of the index. Before: ids below the bound, newest first. After: ids above it, oldest first.
export const rowsBefore = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE id < ${bound} ORDER BY id DESC LIMIT ${limit}`

export const rowsAfter = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE id > ${bound} ORDER BY id LIMIT ${limit}`

// Often the first few are enough for whoever asks.
const ROWS_PER_READ_MAX = 2000

/** Every message of the realm, whoever may read it. */
export function* newestFirst(realm: Realm): Generator<IndexRow> {
  let bound = realm.messageIds.last + 1
  for (let size = 1; ; size = Math.min(size * 2, ROWS_PER_READ_MAX)) {
    const rows = rowsBefore(realm, bound, size)
    yield* rows
    if (rows.length < size) return
    bound = rows.at(-1)!.id
  }
}

export const rowsBySenderBefore = (realm: Realm, sender_id: number, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE sender_id = ${sender_id} AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`

export const rowsBySenderAfter = (realm: Realm, sender_id: number, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE sender_id = ${sender_id} AND id > ${bound} ORDER BY id LIMIT ${limit}`

/** Which of these there are. */
export const existingIds = (realm: Realm, ids: readonly number[]): number[] =>
  realm.sql.all<{ id: number }>`
    SELECT id FROM message_index WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`.map(({ id }) => id)

/** How many messages there are; no more than so many are counted. */
export const countMessagesUpTo = (realm: Realm, most: number): number =>
  realm.sql.one<{ n: number }>`SELECT count(*) AS n FROM (SELECT id FROM message_index LIMIT ${most})`.n

/** The newest message sent before this second, 0 where there is none. Ids grow with time, so few rows are looked at. */
export function newestIdSentBefore(realm: Realm, second: number): number {
  let found = 0
  for (let low = 1, high = realm.messageIds.last; low <= high;) {
    const middle = Math.floor((low + high) / 2)
    const [row] = rowsBefore(realm, middle + 1, 1)
    if (row === undefined || row.sent_at < second) {
      found = row?.id ?? found
      low = middle + 1
    } else high = row.id - 1
  }
  return found
}

export function removeMessages(realm: Realm, ids: readonly number[]): void {
  removeMentions(realm, ids)
  realm.sql.run`DELETE FROM message_index WHERE id IN (SELECT value FROM json_each(${ids}))`
}
