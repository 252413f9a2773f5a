import { isDeepStrictEqual } from 'node:util'
import { findUser } from '../../src/domain/people/users/storage'
import { gatewayRows } from '../../src/events/gateways/gateway-storage'
import { countQueuesWith } from '../../src/events/gateways/listed-queues-storage'
import { FIRST_GATEWAY_QUEUE_ID } from '../../src/events/gateways/queue-ids'
import { MessageReceivers } from '../../src/events/message-receivers'
import { existingIds } from '../../src/domain/messages/message-index/storage'
import type { ClientOptions } from '../../src/events/queue'
import type { ListeningRealm } from '../../src/listening-realm'
import { findCounter } from '../../src/store/counters'
import { Generations } from '../../src/store/generations'
import { MessageIds } from '../../src/store/message-ids'
import { RealmCache, type CacheKey } from '../../src/store/realm-cache'

/**
 * The memory of a realm has only caches. So at any moment, between two turns, what it says is what its rows say. An object that has just
 * woken has read nothing but its rows, and this asks both the same.
 */

/** A cache without values, except for observations that no table has. */
class CacheOfRows extends RealmCache {
  constructor(readonly live: RealmCache) {
    super()
  }

  override find<Value>(key: CacheKey<Value>): Value | undefined {
    return key.declaration.survivesRollback ? this.live.find(key) : super.find(key)
  }

  override set<Value>(key: CacheKey<Value>, value: Value): void {
    if (key.declaration.survivesRollback) this.live.set(key, value)
    else super.set(key, value)
  }
}

const CLIENT: ClientOptions = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'true',
  capabilities: { archived_channels: true, bulk_message_deletion: true, simplified_presence_events: true },
}

/** How many of the newest messages are compared. */
const RECENT = 40

/** Returns in what memory and rows differ. `textsIn` returns the texts that D1 has, by id: null for a deleted message. */
export function differencesOfMemory(
  realm: ListeningRealm,
  user_ids: readonly number[],
  textsIn: (ids: readonly number[]) => ReadonlyMap<number, string | null>,
): string[] {
  if (realm.timeline.state !== 'newest') return []
  return [
    ...differencesOfAnswers(realm, user_ids),
    ...differencesOfCounts(realm, user_ids),
    ...differencesOfGateways(realm),
    ...differencesOfBodies(realm, textsIn),
  ]
}

/** The state that each of these users would register with. */
function differencesOfAnswers(realm: ListeningRealm, user_ids: readonly number[]): string[] {
  const ofRows: ListeningRealm = { ...realm, cache: new CacheOfRows(realm.cache) }
  return user_ids.flatMap((user_id) => {
    const [live, ofTable] = [findUser(realm, user_id), findUser(ofRows, user_id)]
    if (live === undefined || ofTable === undefined || !ofTable.is_active)
      return differs(`user ${user_id}`, live?.is_active, ofTable?.is_active)
    return realm.slices.flatMap((slice) => {
      const [left, right] = (
        [
          [realm, live],
          [ofRows, ofTable],
        ] as const
      ).map(([each, actor]) => {
        for (const _ of slice.load?.(each, actor, CLIENT) ?? []);
        return slice.read(each, actor, CLIENT)
      })
      return differs(`state of ${slice.fetchedFor.join(' and ')} for user ${user_id}`, left, right)
    })
  })
}

function differencesOfCounts(realm: ListeningRealm, user_ids: readonly number[]): string[] {
  const { sql, messageIds, outbox, databases, queues } = realm
  const count = (rows: { n: number }) => rows.n
  const own = count(sql.one`SELECT count(*) AS n FROM queues WHERE queue_id < ${FIRST_GATEWAY_QUEUE_ID}`)
  const receivers = new MessageReceivers(sql)
  // After a rollback whose own write failed too, the log has given out ids that are not reserved, but no row or client has them.
  const newestRowId = sql.one<{ id: number | null }>`SELECT max(id) AS id FROM events`.id ?? -1
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
  return [
    ...differs('the newest id of a message', messageIds.last, new MessageIds(sql).last),
    ...differs('whether the ids of events are reserved', (findCounter(sql, 'event') ?? 0) > newestRowId, true),
    ...differs('the rows that wait for D1', outbox.waiting, count(sql.one`SELECT count(*) AS n FROM outbox`)),
    ...differs('the refused rows', outbox.refused.count, count(sql.one`SELECT count(*) AS n FROM refused_rows`)),
    ...differs('the generations', databases.generations.all, new Generations(sql).all),
    ...differs('who receives messages', sorted(queues.receivers.among(user_ids)), sorted(receivers.among(user_ids))),
    ...differs(
      'who receives all public channels',
      sorted(queues.receivers.ofAllPublicChannels()),
      sorted(receivers.ofAllPublicChannels()),
    ),
    ...differs('the newest events', ...eventsOf(realm)),
    ...differs('the first event that a queue needs', ...firstNeededOf(realm)),
    ...differs('the queues of the realm itself', queues.hasAtLeast(own) && !queues.hasAtLeast(own + 1), true),
  ]
}

/** Returns the ids of the newest events with rows: in memory, and in the table. The log may have trimmed the rows of older ones. */
function eventsOf({ sql, log }: ListeningRealm): [number[], number[]] {
  const { first } = sql.one<{ first: number | null }>`SELECT min(id) AS first FROM events`
  const after = Math.max(first ?? log.lastId, log.oldestId, log.lastId - RECENT)
  const listed = [...log.eventsAfter(after, null)].filter((event) => !('until' in event))
  const rows = sql.all<{ id: number }>`SELECT id FROM events WHERE id > ${after} ORDER BY id`
  return [listed.map(({ id }) => id), rows.map(({ id }) => id)]
}

/**
 * The rows of queues say which events a queue still needs. Returns the id of the oldest of them twice: first among the events that the
 * log counts as needed, then among all events of the log. The two are equal.
 */
function firstNeededOf({ sql, log }: ListeningRealm): [number | null, number | null] {
  const firstAfter = (oldest: number) =>
    sql.one<{ id: number | null }>`
      SELECT min(id) AS id FROM events
      WHERE id >= ${oldest}
        AND id > (SELECT min(searched_up_to) FROM queues WHERE queue_id < ${FIRST_GATEWAY_QUEUE_ID})`.id
  return [firstAfter(log.oldestId), firstAfter(0)]
}

/** The gateways, and the queues that the realm has in them. */
function differencesOfGateways({ sql, gateways }: ListeningRealm): string[] {
  const [rows, remotes] = [gatewayRows(sql), gateways.opened.remotes]
  const versionsOf = (list: Iterable<{ number: number; version: number }>) =>
    [...list].map(({ number, version }) => ({ number, version })).sort((a, b) => a.number - b.number)
  return [
    ...differs('the gateways', versionsOf(remotes.values()), versionsOf(rows)),
    ...rows.flatMap(({ number }) =>
      differs(
        `the queues of gateway ${number}`,
        gateways.directory.countIn(number),
        countQueuesWith(sql, `${FIRST_GATEWAY_QUEUE_ID}${number}-`),
      ),
    ),
  ]
}

/** The texts of the newest messages, and of ids that no message has. */
function differencesOfBodies(
  { sql, bodies, messageIds }: ListeningRealm,
  textsIn: (ids: readonly number[]) => ReadonlyMap<number, string | null>,
): string[] {
  const ids = Array.from({ length: RECENT + 5 }, (_, nth) => messageIds.last - RECENT + nth).filter((id) => id > 0)
  const existing = new Set(existingIds(sql, ids))
  const inMemory = bodies.available(ids, Infinity).found
  const waiting = new Map(
    sql.all<{ key: number; content: string }>`
        SELECT key, body ->> '$.content' AS content FROM refused_rows WHERE target = 'messages'
        UNION ALL SELECT * FROM (
          SELECT key, body ->> '$.content' AS content FROM outbox WHERE target = 'messages' ORDER BY seq)`.map(
      ({ key, content }) => [key, content],
    ),
  )
  const inD1 = textsIn(ids)
  const bytes = [...inMemory].reduce(
    (sum, [id, body]) => (waiting.has(id) ? sum : sum + bodies.storage.sizeOf(body)),
    0,
  )
  const isTooLarge = bytes > bodies.mostBytes ? [`memory has ${bytes} bytes of texts`] : []
  const differing = [...inMemory].flatMap(([id, { content }]) =>
    existing.has(id)
      ? differs(`message ${id}`, content, waiting.get(id) ?? inD1.get(id))
      : [`memory has a text of message ${id}, which does not exist`],
  )
  return [...differing, ...isTooLarge]
}

function differs(what: string, inMemory: unknown, inRows: unknown): string[] {
  const [left, right] = [inMemory, inRows].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  return isDeepStrictEqual(left, right) ? [] : [`${what}: memory says ${short(left)}, and the rows say ${short(right)}`]
}

const short = (value: unknown) => JSON.stringify(value).slice(0, 300)
