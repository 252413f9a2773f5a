import { hash } from 'node:crypto'
import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { rowsBySenderBefore } from '../../messages/message-index/storage'
import type { MessageFacts } from '../../messages/wire-format/message'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { topicKey } from '../../channels/topics/topic-key'
import type { User } from '../../people/users/user'
import type { SentFacts } from './sent-facts'

/**
 * A client that did not receive the response to a message sends it again with the same local id. The server must not post
 * it twice. No table is needed for this: the event of a message contains its local id. Memory has the messages since the
 * realm object started. For earlier messages, the event log is searched once for each queue.
 */
type LocalEcho = NonNullable<SentFacts['echo']>
type EchoCache = {
  since: number // the newest event id when the cache was created
  messageIds: Map<string, number>
  searchedQueues: Set<string>
}

// Clients send a message again within seconds.
const REPEATED_WITHIN_SECONDS = 900
const MAX_EVENTS_SEARCHED = 2000
const MAX_ECHOES_CACHED = 5000

const echoCache = cacheKey<EchoCache>()

const echoesOf = (realm: ReadOnlyRealm): EchoCache =>
  realm.cache.get(echoCache, () => ({ since: realm.log.lastId, messageIds: new Map(), searchedQueues: new Set() }))

/** Returns the id of the message that this sender sent earlier with the same local id and the same hash, if there is one. */
export function findMessageOfEcho(
  realm: ReadOnlyRealm,
  sender: User,
  echo: LocalEcho,
  content_hash: string,
): number | undefined {
  // A local id has a meaning only with a queue of the sender.
  if (realm.listeners.findOwner(echo.queue_id) !== sender.user_id) return undefined
  const { since, messageIds, searchedQueues } = echoesOf(realm)
  if (!searchedQueues.has(echo.queue_id)) {
    searchedQueues.add(echo.queue_id)
    if (hasSentRecently(realm, sender)) cacheEchoesOf(realm, echo.queue_id, since)
  }
  return messageIds.get(keyOf(sender.user_id, echo, content_hash))
}

export function rememberEcho(realm: ReadOnlyRealm, facts: SentFacts): void {
  if (facts.echo === undefined) return
  const { messageIds } = echoesOf(realm)
  const { id, sender_id } = facts.message
  messageIds.set(keyOf(sender_id, facts.echo, contentHash(destinationOf(facts.message), facts.body.content)), id)
  for (const oldest of messageIds.keys()) {
    if (messageIds.size <= MAX_ECHOES_CACHED) break
    messageIds.delete(oldest)
  }
}

/** Returns a short text that identifies a content and its destination. */
export const contentHash = (destination: readonly (number | string)[], content: string): string =>
  hash('sha256', JSON.stringify([destination, content]))

export const topicDestination = (stream_id: number, topic: string) => [stream_id, topicKey(topic)]
export const directDestination = (people: readonly number[]) => [...new Set(people)].sort((a, b) => a - b)

const destinationOf = (message: MessageFacts) =>
  message.type === 'stream'
    ? topicDestination(message.stream_id, message.subject)
    : directDestination(message.display_recipient.map(({ id }) => id))

// Some clients give the same local id to all messages. The hash keeps these messages apart.
const keyOf = (sender_id: number, { queue_id, local_id }: LocalEcho, content_hash: string) =>
  hash('sha256', JSON.stringify([sender_id, queue_id, local_id, content_hash]))

function hasSentRecently(realm: ReadOnlyRealm, { user_id }: User): boolean {
  const [newest] = rowsBySenderBefore(realm.sql, user_id, NEWEST_ANCHOR, 1)
  return newest !== undefined && newest.sent_at > realm.now() - REPEATED_WITHIN_SECONDS
}

function cacheEchoesOf(realm: ReadOnlyRealm, queue_id: string, since: number): void {
  const range = { upTo: since, most: MAX_EVENTS_SEARCHED }
  const ofQueue = { path: '$.echo.queue_id', value: queue_id }
  for (const facts of realm.log.factsWith<SentFacts>('message', ofQueue, range)) rememberEcho(realm, facts)
}
