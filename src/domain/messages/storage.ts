import type { Realm } from '../../realm'
import { decodeRuns, encodeRuns, includesId, runsOf, type Run } from '../../store/id-set'
import { Places, type Place } from '../topics/places'

/** What the realm knows of a message without its body: one narrow row, whatever the audience. */
export type IndexRow = {
  id: number
  conversation_id: number
  sender_id: number
  sent_at: number
  traits: number // bits of Trait
}

export type IndexedMessage = IndexRow & Place

/** Facts about a message that narrows and flags ask for. */
export const Trait = {
  link: 1,
  image: 2,
  attachment: 4,
  reaction: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  someoneMentioned: 64,
  groupMentioned: 128,
  readBySender: 256,
  topicCallKept: 512, // whom its call to the topic reaches is written down
  submessage: 1024,
} as const

/** What a message's words say of it, and so what changes when they do. */
const OF_WORDS =
  Trait.link |
  Trait.image |
  Trait.attachment |
  Trait.channelWildcard |
  Trait.topicWildcard |
  Trait.someoneMentioned |
  Trait.groupMentioned |
  Trait.topicCallKept

export const writeTraitsOfWords = (realm: Realm, id: number, traits: number): void =>
  realm.sql.run`UPDATE message_index SET traits = (traits & ~${OF_WORDS}) | ${traits} WHERE id = ${id}`

export function insertMessage(realm: Realm, row: IndexRow): void {
  realm.sql.run`INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
                VALUES (${row.id}, ${row.conversation_id}, ${row.sender_id}, ${row.sent_at}, ${row.traits})`
}

export const addTrait = (realm: Realm, id: number, trait: number): void =>
  realm.sql.run`UPDATE message_index SET traits = traits | ${trait} WHERE id = ${id}`

export const removeTrait = (realm: Realm, id: number, trait: number): void =>
  realm.sql.run`UPDATE message_index SET traits = traits & ~${trait} WHERE id = ${id}`

export function maybeMessage(realm: Realm, id: number): IndexedMessage | undefined {
  const row = realm.sql
    .maybe<IndexRow>`SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index WHERE id = ${id}`
  return row && { ...row, ...new Places(realm).of(row) }
}

export const rowsWithIds = (realm: Realm, ids: readonly number[]): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`

// Pages of the index. Before: ids below the bound, newest first. After: ids above it, oldest first.
export const rowsBefore = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index WHERE id < ${bound} ORDER BY id DESC LIMIT ${limit}`

export const rowsAfter = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index WHERE id > ${bound} ORDER BY id LIMIT ${limit}`

// Often the first few are enough for whoever asks.
const MOST_ROWS_AT_ONCE = 2000

/** Every message of the realm, whoever may read it. */
export function* newestFirst(realm: Realm): Generator<IndexRow> {
  let bound = realm.messageIds.last + 1
  for (let size = 1; ; size = Math.min(size * 2, MOST_ROWS_AT_ONCE)) {
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
export const existing = (realm: Realm, ids: readonly number[]): number[] =>
  realm.sql.all<{ id: number }>`
    SELECT id FROM message_index WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`.map(({ id }) => id)

/** The newest message sent before this second, 0 where there is none. Ids and times grow together, so few rows are looked at. */
export function newestSentBefore(realm: Realm, second: number): number {
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

export function removeMentions(realm: Realm, message_ids: readonly number[]): void {
  realm.sql.run`DELETE FROM mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  realm.sql.run`DELETE FROM group_mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  realm.sql.run`DELETE FROM topic_calls WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
}

/** Is this person called by a call to everyone in the topic: all who had written in it by then? */
export function isCalledByTopic(realm: Realm, message: IndexRow, user_id: number): boolean {
  if ((message.traits & Trait.topicWildcard) === 0) return false
  return (message.traits & Trait.topicCallKept) === 0
    ? wroteUpTo(realm, message, user_id)
    : includesId(topicCall(realm, message.id), user_id)
}

function topicCall(realm: Realm, message_id: number): Run[] {
  const row = realm.sql.maybe<{ people: ArrayBuffer }>`SELECT people FROM topic_calls WHERE message_id = ${message_id}`
  return row === undefined ? [] : decodeRuns(new Uint8Array(row.people))
}

/** Writes down whom a call to a topic reaches, for the message whose traits say that it is written down. */
export const insertTopicCall = (realm: Realm, message_id: number, people: readonly number[]): void =>
  realm.sql.run`INSERT INTO topic_calls (message_id, people) VALUES (${message_id}, ${encodeRuns(runsOf(people))})`

const wroteUpTo = (realm: Realm, message: IndexRow, user_id: number): boolean =>
  realm.sql.maybe`
    SELECT 1 AS found FROM message_index
    WHERE conversation_id = ${message.conversation_id} AND sender_id = ${user_id} AND id <= ${message.id} LIMIT 1` !==
  undefined

/** One row for each person named, and one for all who are named by way of a group. */
export function insertMentions(
  realm: Realm,
  message_id: number,
  people: readonly number[],
  byGroup: readonly number[],
): void {
  if (people.length > 0)
    realm.sql.run`INSERT INTO mentions (message_id, user_id) SELECT ${message_id}, value FROM json_each(${people})`
  if (byGroup.length > 0)
    realm.sql
      .run`INSERT INTO group_mentions (message_id, people) VALUES (${message_id}, ${encodeRuns(runsOf(byGroup))})`
}

/** Everyone who is named, by themselves or by way of a group. */
export function mentionedIn(realm: Realm, { id, traits }: IndexRow): Set<number> {
  const named =
    (traits & Trait.someoneMentioned) === 0
      ? []
      : realm.sql.all<{ user_id: number }>`SELECT user_id FROM mentions WHERE message_id = ${id}`
  const people = new Set(named.map(({ user_id }) => user_id))
  if ((traits & Trait.groupMentioned) !== 0)
    for (const { from, to } of groupMention(realm, id))
      for (let user_id = from; user_id <= to; user_id++) people.add(user_id)
  return people
}

export function isMentioned(realm: Realm, message: IndexRow, user_id: number): boolean {
  const { id, traits } = message
  if (
    (traits & Trait.someoneMentioned) !== 0 &&
    realm.sql.maybe`SELECT 1 AS found FROM mentions WHERE message_id = ${id} AND user_id = ${user_id}`
  )
    return true
  return (traits & Trait.groupMentioned) !== 0 && includesId(groupMention(realm, id), user_id)
}

function groupMention(realm: Realm, message_id: number): Run[] {
  const row = realm.sql.maybe<{
    people: ArrayBuffer
  }>`SELECT people FROM group_mentions WHERE message_id = ${message_id}`
  return row === undefined ? [] : decodeRuns(new Uint8Array(row.people))
}
