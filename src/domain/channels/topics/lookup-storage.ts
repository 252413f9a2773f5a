import type { ReadOnlyRealm } from '../../../realm'
import { sqlText } from '../../../store/sql'
import type { Conversation, DirectConversation, Topic } from './conversation'
import {
  cachedConversation,
  cachedConversationId,
  conversationIfCached,
  peopleKey,
  type Place,
} from './conversation-cache'
import { topicKey } from './topic-key'

/** A row of the table `conversations`. */
export type ConversationRow = Omit<Conversation, 'stream_id' | 'topic' | 'people'> & {
  stream_id: number | null // null: direct messages
  topic: string | null // as the last message spelled it. '' is the general chat of the channel
  people: string | null // JSON: the ascending ids of all users of the conversation
}

export const CONVERSATION_COLUMNS = sqlText`id, stream_id, topic, people, min_id, max_id, moved`

export const findConversation = (realm: ReadOnlyRealm, id: number): Conversation | undefined =>
  cachedConversation(realm, id, () => {
    const row = realm.sql.maybe<ConversationRow>`SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE id = ${id}`
    return row && conversationOf(row)
  })

/** Returns the conversations with these ids. One statement reads all conversations that are not cached. */
export function conversationsWithIds(realm: ReadOnlyRealm, ids: readonly number[]): Conversation[] {
  const cached = ids.flatMap((id) => conversationIfCached(realm, id) ?? [])
  if (cached.length === ids.length) return cached
  const found = new Set(cached.map(({ id }) => id))
  const missing = new Set(ids.filter((id) => !found.has(id)))
  const rows = rowsWithIds(realm, [...missing]).filter(({ id }) => missing.has(id))
  return [...cached, ...rows.map((row) => cachedRow(realm, row))]
}

/** Returns the rows with these ids, and perhaps others between them. Each id of a list counts as a row, too. */
function rowsWithIds({ sql }: ReadOnlyRealm, ids: readonly number[]): ConversationRow[] {
  const [low, high] = [Math.min(...ids), Math.max(...ids)]
  return high - low < 2 * ids.length
    ? sql.all<ConversationRow>`SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE id BETWEEN ${low} AND ${high}`
    : sql.all<ConversationRow>`
        SELECT c.id, stream_id, topic, people, min_id, max_id, moved
        FROM json_each(${ids}) list CROSS JOIN conversations c ON c.id = list.value`
}

const cachedRow = (realm: ReadOnlyRealm, row: ConversationRow): Conversation =>
  cachedConversation(realm, row.id, () => conversationOf(row))!

export function findTopic(realm: ReadOnlyRealm, stream_id: number, topic: string): Topic | undefined {
  const found = conversationAt(
    realm,
    { stream_id, topic, people: null },
    () => realm.sql.maybe<ConversationRow>`
      SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE stream_id = ${stream_id} AND topic_key = ${topicKey(topic)}`,
  )
  return found?.people === null ? found : undefined
}

export function findDirectConversation(
  realm: ReadOnlyRealm,
  people: readonly number[],
): DirectConversation | undefined {
  const found = conversationAt(
    realm,
    { people },
    () => realm.sql.maybe<ConversationRow>`
      SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE people = ${peopleKey(people)}`,
  )
  return found?.people === null ? undefined : found
}

/** Returns the conversation at a place. Its row is read only if the place or the conversation is not cached. */
function conversationAt(
  realm: ReadOnlyRealm,
  place: Place,
  read: () => ConversationRow | undefined,
): Conversation | undefined {
  const id = cachedConversationId(realm, place, () => {
    const row = read()
    return row && cachedRow(realm, row).id
  })
  return id === undefined ? undefined : findConversation(realm, id)
}

function conversationOf(row: ConversationRow): Conversation {
  const conversation = topicOf(row) ?? directOf(row)
  if (conversation === undefined) throw new Error(`Conversation ${row.id} is neither a topic nor direct`)
  return conversation
}

export function topicOf({ stream_id, topic, ...row }: ConversationRow): Topic | undefined {
  return stream_id === null || topic === null ? undefined : { ...row, stream_id, topic, people: null }
}

export function directOf(row: ConversationRow): DirectConversation | undefined {
  return row.people === null ? undefined : { ...row, stream_id: null, topic: null, people: JSON.parse(row.people) }
}
