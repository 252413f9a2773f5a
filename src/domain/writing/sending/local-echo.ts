import { hash } from 'node:crypto'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { rowsBySenderBefore } from '../../messages/message-index/storage'
import type { MessageFacts } from '../../messages/wire-format/message'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { topicKey } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import type { SentFacts } from './sent-facts'

/**
 * A client that lost the answer to a message sends it again, under the same local id: it is not to be said twice. What it
 * sent is in the event log with that id, as its own listeners are told of it by that; so nothing is written for this.
 * What was sent since the object woke is in mind; what was sent shortly before is looked for once for each queue.
 */
type Echo = NonNullable<SentFacts['echo']>
type Echoes = { since: number; known: Map<string, number>; looked: Set<string> }

// Nobody asks again after so long, or after so much was said.
const ASKED_AGAIN_WITHIN_SECONDS = 900
const EVENTS_LOOKED_AT = 2000
const MOST_IN_MIND = 5000

const echoesCache = cacheKey<Echoes>()

const echoesOf = (realm: Realm): Echoes =>
  realm.cache.get(echoesCache, () => ({ since: realm.log.lastId, known: new Map(), looked: new Set() }))

/** The message that this sender said there, in these words and under this local id, if there is one. */
export function findMessageOfEcho(realm: Realm, sender: User, echo: Echo, said: string): number | undefined {
  // Under somebody else's queue, or none, a local id means nothing.
  if (realm.queues.find(echo.queue_id)?.user_id !== sender.user_id) return undefined
  const echoes = echoesOf(realm)
  if (!echoes.looked.has(echo.queue_id)) {
    echoes.looked.add(echo.queue_id)
    if (wroteLately(realm, sender)) recall(realm, echoes, echo.queue_id)
  }
  return echoes.known.get(keyOf(sender.user_id, echo, said))
}

export function rememberEcho(realm: Realm, facts: SentFacts): void {
  if (facts.echo === undefined) return
  const { known } = echoesOf(realm)
  const { id, sender_id } = facts.message
  known.set(keyOf(sender_id, facts.echo, contentHash(placeOf(facts.message), facts.body.content)), id)
  for (const oldest of known.keys()) {
    if (known.size <= MOST_IN_MIND) break
    known.delete(oldest)
  }
}

/** Where something was said, and what, in few letters. */
export const contentHash = (place: readonly (number | string)[], content: string): string =>
  hash('sha256', JSON.stringify([place, content]))

export const topicDestination = (stream_id: number, topic: string) => [stream_id, topicKey(topic)]
export const directDestination = (people: readonly number[]) => [...new Set(people)].sort((a, b) => a - b)

const placeOf = (message: MessageFacts) =>
  message.type === 'stream'
    ? topicDestination(message.stream_id, message.subject)
    : directDestination(message.display_recipient.map(({ id }) => id))

// What was said is part of it: clients that give every message the same id mean nothing by it.
const keyOf = (sender_id: number, { queue_id, local_id }: Echo, said: string) =>
  hash('sha256', JSON.stringify([sender_id, queue_id, local_id, said]))

function wroteLately(realm: Realm, { user_id }: User): boolean {
  const [newest] = rowsBySenderBefore(realm, user_id, NEWEST_ANCHOR, 1)
  return newest !== undefined && newest.sent_at > realm.now() - ASKED_AGAIN_WITHIN_SECONDS
}

function recall(realm: Realm, { since }: Echoes, queue_id: string): void {
  const stretch = { upTo: since, most: EVENTS_LOOKED_AT }
  const ofQueue = { path: '$.echo.queue_id', value: queue_id }
  for (const facts of realm.log.factsWith<SentFacts>('message', ofQueue, stretch)) rememberEcho(realm, facts)
}
