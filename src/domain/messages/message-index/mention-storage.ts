import type { Realm } from '../../../realm'
import { decodeRuns, encodeRuns, includesId, runsOf, type Run } from '../../../store/id-set'
import { Trait, type IndexRow } from './message'

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
      .run`INSERT INTO group_mentions (message_id, user_ids) VALUES (${message_id}, ${encodeRuns(runsOf(byGroup))})`
}

/** Everyone who is named, by themselves or by way of a group. */
export function mentionedIn(realm: Realm, { id, traits }: IndexRow): Set<number> {
  const named =
    (traits & Trait.userMentioned) === 0
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
    (traits & Trait.userMentioned) !== 0 &&
    realm.sql.maybe`SELECT 1 AS found FROM mentions WHERE message_id = ${id} AND user_id = ${user_id}`
  )
    return true
  return (traits & Trait.groupMentioned) !== 0 && includesId(groupMention(realm, id), user_id)
}

function groupMention(realm: Realm, message_id: number): Run[] {
  const row = realm.sql.maybe<{
    user_ids: ArrayBuffer
  }>`SELECT user_ids FROM group_mentions WHERE message_id = ${message_id}`
  return row === undefined ? [] : decodeRuns(new Uint8Array(row.user_ids))
}

/** Is this person called by a call to everyone in the topic: all who had written in it by then? */
export function isMentionedByTopic(realm: Realm, message: IndexRow, user_id: number): boolean {
  if ((message.traits & Trait.topicWildcard) === 0) return false
  return (message.traits & Trait.topicMentionStored) === 0
    ? hasWrittenUpTo(realm, message, user_id)
    : includesId(topicMention(realm, message.id), user_id)
}

function topicMention(realm: Realm, message_id: number): Run[] {
  const row = realm.sql.maybe<{
    user_ids: ArrayBuffer
  }>`SELECT user_ids FROM topic_mentions WHERE message_id = ${message_id}`
  return row === undefined ? [] : decodeRuns(new Uint8Array(row.user_ids))
}

/** Writes down whom a call to a topic reaches, for the message whose traits say that it is written down. */
export const insertTopicMention = (realm: Realm, message_id: number, people: readonly number[]): void =>
  realm.sql.run`INSERT INTO topic_mentions (message_id, user_ids) VALUES (${message_id}, ${encodeRuns(runsOf(people))})`

const hasWrittenUpTo = (realm: Realm, message: IndexRow, user_id: number): boolean =>
  realm.sql.maybe`
    SELECT 1 AS found FROM message_index
    WHERE conversation_id = ${message.conversation_id} AND sender_id = ${user_id} AND id <= ${message.id} LIMIT 1` !==
  undefined

export function removeMentions(realm: Realm, message_ids: readonly number[]): void {
  realm.sql.run`DELETE FROM mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  realm.sql.run`DELETE FROM group_mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  realm.sql.run`DELETE FROM topic_mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
}
