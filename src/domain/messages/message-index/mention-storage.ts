import type { SqlReader, Sql } from '../../../store/realm-sql'
import { decodeRuns, encodeRuns, idsOfRuns, includesId, runsOf, type Run } from '../../../store/id-set'
import { IndexFlag, type IndexRow } from './message'

/** Stores the mentions of a message. Rows: one for each mentioned user, and one for all users of the mentioned groups. */
export function insertMentions(
  sql: Sql,
  message_id: number,
  people: readonly number[],
  byGroup: readonly number[],
): void {
  if (people.length > 0)
    sql.run`INSERT INTO mentions (message_id, user_id) SELECT ${message_id}, value FROM json_each(${people})`
  if (byGroup.length > 0)
    sql.run`INSERT INTO group_mentions (message_id, user_ids) VALUES (${message_id}, ${encodeRuns(runsOf(byGroup))})`
}

/** Returns the users whom the message mentions by name or through a group. Wildcards do not count. */
export function mentionedUserIds(sql: SqlReader, { id, index_flags }: IndexRow): Set<number> {
  const byName =
    (index_flags & IndexFlag.userMentioned) === 0
      ? []
      : sql.all<{ user_id: number }>`SELECT user_id FROM mentions WHERE message_id = ${id}`
  const people = new Set(byName.map(({ user_id }) => user_id))
  if ((index_flags & IndexFlag.groupMentioned) !== 0)
    for (const { from, to } of groupMention(sql, id))
      for (let user_id = from; user_id <= to; user_id++) people.add(user_id)
  return people
}

/** Returns whether the message mentions the user by name or through a group. */
export function isMentioned(sql: SqlReader, message: IndexRow, user_id: number): boolean {
  const { id, index_flags } = message
  if (
    (index_flags & IndexFlag.userMentioned) !== 0 &&
    sql.maybe`SELECT 1 AS found FROM mentions WHERE message_id = ${id} AND user_id = ${user_id}`
  )
    return true
  return (index_flags & IndexFlag.groupMentioned) !== 0 && includesId(groupMention(sql, id), user_id)
}

/** Returns whether the message mentions the user by name, and not only through a group. */
export const isMentionedByName = (sql: SqlReader, message_id: number, user_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM mentions WHERE message_id = ${message_id} AND user_id = ${user_id}` !== undefined

const groupMention = (sql: SqlReader, message_id: number): Run[] =>
  runsIn(sql.maybe<UserIds>`SELECT user_ids FROM group_mentions WHERE message_id = ${message_id}`)

/** Returns whether `@**topic**` mentions the user: it mentions all who had sent a message to the topic by then. */
export function isMentionedByTopic(sql: SqlReader, message: IndexRow, user_id: number): boolean {
  if ((message.index_flags & IndexFlag.topicWildcard) === 0) return false
  return (message.index_flags & IndexFlag.topicMentionStored) === 0
    ? hasSentUpTo(sql, message, user_id)
    : includesId(topicMention(sql, message.id), user_id)
}

/** Returns the users whom `@**topic**` mentions. */
export function usersMentionedByTopic(sql: SqlReader, message: IndexRow): number[] {
  if ((message.index_flags & IndexFlag.topicWildcard) === 0) return []
  if ((message.index_flags & IndexFlag.topicMentionStored) !== 0) return idsOfRuns(topicMention(sql, message.id))
  return sql.all<{ user_id: number }>`
    SELECT DISTINCT sender_id AS user_id FROM message_index
    WHERE conversation_id = ${message.conversation_id} AND id <= ${message.id}`.map(({ user_id }) => user_id)
}

const topicMention = (sql: SqlReader, message_id: number): Run[] =>
  runsIn(sql.maybe<UserIds>`SELECT user_ids FROM topic_mentions WHERE message_id = ${message_id}`)

/** Stores the users whom `@**topic**` mentions. The message has the index flag `topicMentionStored`. */
export const insertTopicMention = (sql: Sql, message_id: number, people: readonly number[]): void =>
  sql.run`INSERT INTO topic_mentions (message_id, user_ids) VALUES (${message_id}, ${encodeRuns(runsOf(people))})`

const hasSentUpTo = (sql: SqlReader, message: IndexRow, user_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM message_index
    WHERE conversation_id = ${message.conversation_id} AND sender_id = ${user_id} AND id <= ${message.id} LIMIT 1` !==
  undefined

type UserIds = { user_ids: ArrayBuffer }

const runsIn = (row: UserIds | undefined): Run[] => (row === undefined ? [] : decodeRuns(new Uint8Array(row.user_ids)))

/** Deletes the mentions of a message that is edited. Only the tables in which it has a row are read. */
export function deleteMentionsOf(sql: Sql, { id, index_flags }: IndexRow): void {
  if ((index_flags & IndexFlag.userMentioned) !== 0) sql.run`DELETE FROM mentions WHERE message_id = ${id}`
  if ((index_flags & IndexFlag.groupMentioned) !== 0) sql.run`DELETE FROM group_mentions WHERE message_id = ${id}`
  if ((index_flags & IndexFlag.topicMentionStored) !== 0) sql.run`DELETE FROM topic_mentions WHERE message_id = ${id}`
}

export function deleteMentions(sql: Sql, message_ids: readonly number[]): void {
  sql.run`DELETE FROM mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  sql.run`DELETE FROM group_mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  sql.run`DELETE FROM topic_mentions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
}
