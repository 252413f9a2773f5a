import type { Realm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { newestDeletedId, writeNewestDeletedId } from '../../../store/deleted-ids'
import type { Conversation, DirectConversation, Topic } from './conversation'
import { forgetConversation, forgetPlace, peopleKey, updateCachedConversation } from './conversation-cache'
import {
  CONVERSATION_COLUMNS,
  directOf,
  findConversation,
  findDirectConversation,
  findTopic,
  topicOf,
  type ConversationRow,
} from './lookup-storage'
import { deleteSegmentsIn } from './segment-storage'
import { topicKey } from './topic-key'

/** Returns the topics of a channel, the one with the latest message first. */
export const topicsOf = (sql: SqlReader, stream_id: number): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE stream_id = ${stream_id}
    ORDER BY max_id DESC`.flatMap((row) => topicOf(row) ?? [])

/** Returns topics of channels, in no order, and reads no more of them than `most`. */
export const topicsIn = (sql: SqlReader, stream_ids: readonly number[], most: number): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations
    WHERE stream_id IN (SELECT value FROM json_each(${stream_ids})) LIMIT ${most}`.flatMap((row) => topicOf(row) ?? [])

/** Returns the topics with this name in channels. */
export const topicsNamed = (sql: SqlReader, stream_ids: readonly number[], topic: string): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations
    WHERE stream_id IN (SELECT value FROM json_each(${stream_ids})) AND topic_key = ${topicKey(topic)}`.flatMap(
    (row) => topicOf(row) ?? [],
  )

/** Returns the topics of a channel whose newest message is before an id, the most recent first. */
export const newestTopics = (sql: SqlReader, { stream_id, before }: TopicsBefore, most: number): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE stream_id = ${stream_id} AND max_id < ${before}
    ORDER BY max_id DESC LIMIT ${most}`.flatMap((row) => topicOf(row) ?? [])

type TopicsBefore = { stream_id: number; before: number }

/** Returns whether a channel has a topic other than the empty one. */
export const hasNamedTopic = (sql: SqlReader, stream_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM conversations WHERE stream_id = ${stream_id} AND topic_key > '' LIMIT 1` !==
  undefined

/** Returns the topics of channels whose name has this prefix and at least one more character. */
export const topicsWithPrefix = (
  sql: SqlReader,
  stream_ids: readonly number[],
  { prefix, most }: { prefix: string; most: number },
): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations
    WHERE stream_id IN (SELECT value FROM json_each(${stream_ids})) AND topic_key > ${topicKey(prefix)} AND topic_key < ${`${topicKey(prefix)}\u{10FFFF}`}
    LIMIT ${most}`.flatMap((row) => topicOf(row) ?? [])

/** Returns the user's direct conversations, the one with the latest message first. */
export const directConversationsOf = (sql: SqlReader, user_id: number): DirectConversation[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS}
    FROM participants p JOIN conversations c ON c.id = p.conversation_id
    WHERE p.user_id = ${user_id} ORDER BY c.max_id DESC`.flatMap((row) => directOf(row) ?? [])

/** Returns direct conversations of the user, in no order, and reads no more of them than `most`. */
export const someDirectConversationsOf = (sql: SqlReader, user_id: number, most: number): DirectConversation[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS}
    FROM (SELECT conversation_id FROM participants WHERE user_id = ${user_id} LIMIT ${most}) p
      JOIN conversations c ON c.id = p.conversation_id`.flatMap((row) => directOf(row) ?? [])

/** Returns the users who share a direct conversation with this user. */
export const usersInConversationsWith = (sql: SqlReader, user_id: number): number[] =>
  sql.all<{ user_id: number }>`
    SELECT DISTINCT other.value AS user_id
    FROM participants p JOIN conversations c ON c.id = p.conversation_id, json_each(c.people) other
    WHERE p.user_id = ${user_id}`.map((row) => row.user_id)

/** Whether two users share a direct conversation. */
export const haveSharedConversation = (sql: SqlReader, user_id: number, other_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM participants a JOIN participants b
      ON b.user_id = ${other_id} AND b.conversation_id = a.conversation_id
    WHERE a.user_id = ${user_id} LIMIT 1` !== undefined

/**
 * Adds a new message to a topic, and returns the topic. Creates it for its first message. `existing` saves a lookup for a caller
 * that has the topic already.
 */
export function addMessageToTopic(
  realm: Realm,
  { stream_id, topic }: Pick<Topic, 'stream_id' | 'topic'>,
  message_id: number,
  existing: Topic | undefined = findTopic(realm, stream_id, topic),
): Topic {
  if (existing === undefined)
    return createTopic(realm.sql, stream_id, topic, { min_id: message_id, max_id: message_id })
  return writeLastMessage(realm, withSpelling(realm, existing, topic), message_id)
}

export function createTopic(
  sql: Sql,
  stream_id: number,
  topic: string,
  { min_id, max_id }: { min_id: number; max_id: number },
): Topic {
  const created = {
    id: nextConversationId(sql),
    stream_id,
    topic,
    people: null,
    min_id,
    max_id,
    moved: 'never',
  } as const
  insertConversation(sql, created)
  return created
}

function insertConversation(sql: Sql, { id, stream_id, topic, people, min_id, max_id }: Conversation): void {
  const topic_key = topic === null ? null : topicKey(topic)
  sql.run`INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
          VALUES (${id}, ${stream_id}, ${topic}, ${topic_key}, ${people && peopleKey(people)}, ${min_id}, ${max_id})`
}

export function renameTopic(realm: Realm, id: number, topic: string): void {
  forgetWithPlace(realm, id)
  realm.sql.run`UPDATE conversations SET topic = ${topic}, topic_key = ${topicKey(topic)} WHERE id = ${id}`
}

/** Adds a new message to the direct conversation of these users, and returns the conversation. Creates it for its first message. */
export function addMessageToDirectConversation(
  realm: Realm,
  people: readonly number[],
  message_id: number,
): DirectConversation {
  const { sql } = realm
  const existing = findDirectConversation(realm, people)
  if (existing) return writeLastMessage(realm, existing, message_id)
  const created: DirectConversation = {
    id: nextConversationId(sql),
    stream_id: null,
    topic: null,
    people: [...new Set(people)].sort((a, b) => a - b),
    min_id: message_id,
    max_id: message_id,
    moved: 'never',
  }
  insertConversation(sql, created)
  sql.run`INSERT INTO participants (user_id, conversation_id)
          SELECT value, ${created.id} FROM json_each(${created.people})`
  return created
}

/** The latest message of a topic decides its spelling. */
function withSpelling(realm: Realm, topic: Topic, spelling: string): Topic {
  if (topic.topic === spelling) return topic
  renameTopic(realm, topic.id, spelling)
  return { ...topic, topic: spelling }
}

function writeLastMessage<Kind extends Conversation>(realm: Realm, conversation: Kind, message_id: number): Kind {
  realm.sql.run`UPDATE conversations SET max_id = ${message_id} WHERE id = ${conversation.id}`
  const updated = { ...conversation, max_id: message_id }
  updateCachedConversation(realm, updated)
  return updated
}

/** Makes the cache forget a conversation that leaves its place. */
function forgetWithPlace(realm: Realm, id: number): void {
  const conversation = findConversation(realm, id)
  if (conversation) forgetPlace(realm, conversation)
  forgetConversation(realm, id)
}

function nextConversationId(sql: Sql): number {
  const { id } = sql.one<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM conversations`
  return Math.max(id, newestDeletedId(sql, COUNTER)) + 1
}

const COUNTER = 'conversation'

/** Continues above this id. */
export const skipConversationIds = (sql: Sql, id: number): void => writeNewestDeletedId(sql, COUNTER, id)

/** Writes the first and the last message of a conversation, after messages were moved or deleted. */
export function writeMessageRange(
  realm: Realm,
  id: number,
  { min_id, max_id }: { min_id: number; max_id: number },
): void {
  forgetConversation(realm, id)
  realm.sql.run`UPDATE conversations SET min_id = ${min_id}, max_id = ${max_id} WHERE id = ${id}`
}

/** Deletes a conversation without messages. Clients may still know its id, so no later conversation gets it. */
export function deleteConversation(realm: Realm, id: number): void {
  forgetWithPlace(realm, id)
  writeNewestDeletedId(realm.sql, COUNTER, id)
  realm.sql.run`DELETE FROM participants WHERE conversation_id = ${id}
                AND user_id IN (SELECT value FROM conversations, json_each(conversations.people) WHERE conversations.id = ${id})`
  deleteSegmentsIn(realm.sql, id)
  realm.sql.run`DELETE FROM conversations WHERE id = ${id}`
}

/** Returns the topics with messages that were moved from another channel. */
export const topicsWithMovedInMessages = (sql: SqlReader, most: number): Topic[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE moved = 'across_channels' LIMIT ${most}`.flatMap(
    (row) => topicOf(row) ?? [],
  )

/** Returns the id of a channel's first message; null if it has no message. */
export const firstMessageIn = (sql: SqlReader, stream_id: number): number | null =>
  sql.one<{ id: number | null }>`SELECT min(min_id) AS id FROM conversations WHERE stream_id = ${stream_id}`.id

/** Returns the topics of a channel whose first message has this id or a lower one. */
export const topicsStartedUpTo = (sql: SqlReader, stream_id: number, message_id: number): Topic[] =>
  topicsOf(sql, stream_id).filter((topic) => topic.min_id <= message_id)

/** Returns the direct conversations whose first message has this id or a lower one. */
export const directConversationsStartedUpTo = (sql: SqlReader, message_id: number): DirectConversation[] =>
  sql.all<ConversationRow>`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations
    WHERE people IS NOT NULL AND min_id <= ${message_id}`.flatMap((row) => directOf(row) ?? [])
