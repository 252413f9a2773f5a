import type { UserPresence } from '../../../events/gateways/protocol'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findCounter, writeCounter } from '../../../store/counters'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { countActivePeople, userCache } from '../users/storage'
import { hasPresenceEvents, MAX_USERS_WITH_PRESENCE_EVENTS, type Presence } from './rules'

/**
 * Presences are in memory first. Thousands of users ping every minute, and each ping that changes something would be a row. So
 * memory has the current presences, and a row has those of a few hundred users. A change is written at once after ten quiet
 * seconds, and otherwise together with others by the alarm. If the object is stopped before, the pings of a few seconds are lost, and
 * clients ping again within a minute. A presence in an event is written in the same transaction, so it cannot be lost.
 *
 * Each change takes an id from the counter of the event log, which gives no id twice, not even after a crash. So a client that
 * requests the changes since an id misses none.
 */
type PresenceCache = {
  presences: Map<number, StoredPresence>
  unwrittenChunks: Set<number>
  writtenAt: number
  /** The users whose presence the realm changed itself, since a gateway requested them. */
  changedHere: Set<number>
  /** The users about whose presence the realm decided since the last rollback. */
  decided: Set<number>
}

export type StoredPresence = Presence & { update_id: number }

type PresenceRow = {
  chunk: number
  entries: string // JSON: an array of `Entry`
}
type Entry = [user_id: number, active: number | null, idle: number, update_id: number]

const USERS_PER_CHUNK = 256
const SECONDS_BETWEEN_WRITES = 10
// In a large organization each write has hundreds of rows.
const SECONDS_BETWEEN_LARGE_WRITES = 60

const chunkOf = (user_id: number) => Math.floor(user_id / USERS_PER_CHUNK)

const presencesCache = cacheKey<PresenceCache>({ survivesRollback: true })

/** Has the set of the same name, until a rollback. A ping survives one, and what the realm decided in the transaction does not. */
const decidedCache = cacheKey<Set<number>>()

function cachedPresences(realm: ReadOnlyRealm): PresenceCache {
  const cache = realm.cache.get(presencesCache, () => newCache(realm.sql))
  if (cache.decided.size > 0 && realm.cache.find(decidedCache) !== cache.decided) rereadDecided(realm, cache)
  return cache
}

const newCache = (sql: SqlReader): PresenceCache => ({
  presences: presencesIn(sql.all<PresenceRow>`SELECT chunk, entries FROM presences`),
  unwrittenChunks: new Set(),
  writtenAt: -Infinity,
  changedHere: new Set(),
  decided: new Set(),
})

/** Called after a rollback, which may have undone a decision. Its row was written together with the decision. */
function rereadDecided(realm: ReadOnlyRealm, cache: PresenceCache): void {
  const chunks = JSON.stringify([...new Set([...cache.decided].map(chunkOf))])
  const stored = presencesIn(
    realm.sql
      .all<PresenceRow>`SELECT chunk, entries FROM presences WHERE chunk IN (SELECT value FROM json_each(${chunks}))`,
  )
  for (const user_id of cache.decided) {
    const presence = stored.get(user_id)
    if (presence === undefined) cache.presences.delete(user_id)
    else cache.presences.set(user_id, presence)
  }
  cache.decided = new Set()
}

/** Called in a transaction that shows, hides or removes the presence of a user, and writes it. */
function noteDecided(realm: Realm, user_id: number): void {
  const { decided } = cachedPresences(realm)
  decided.add(user_id)
  realm.cache.set(decidedCache, decided)
}

function presencesIn(rows: readonly PresenceRow[]): Map<number, StoredPresence> {
  const entries = rows.flatMap((row): Entry[] => JSON.parse(row.entries))
  return new Map(
    entries.map(([user_id, active_timestamp, idle_timestamp, update_id]) => [
      user_id,
      { active_timestamp, idle_timestamp, update_id },
    ]),
  )
}

/** Returns the presences of all users who were ever connected. */
export const allPresences = (realm: ReadOnlyRealm): ReadonlyMap<number, StoredPresence> =>
  cachedPresences(realm).presences

export const presenceOf = (realm: ReadOnlyRealm, user_id: number): StoredPresence | undefined =>
  cachedPresences(realm).presences.get(user_id)

/** Sets a presence in memory, and writes it within ten seconds. In a large organization, within a minute. */
export function setPresence(realm: Realm, user_id: number, presence: Presence): void {
  setPresences(realm, [[user_id, presence]])
  if (isByRequest(realm)) cachedPresences(realm).changedHere.add(user_id)
}

/** Sets a presence that the realm decided, and writes it at once: a restart or a rollback must not bring another one back. */
export function decidePresence(realm: Realm, user_id: number, presence: Presence): void {
  noteDecided(realm, user_id)
  setPresence(realm, user_id, presence)
  writePresences(realm)
}

/** Returns the users whose presence the realm changed itself since the last call. */
export function takeChangedHere(realm: Realm): ReadonlySet<number> {
  const cache = cachedPresences(realm)
  const { changedHere } = cache
  cache.changedHere = new Set()
  return changedHere
}

/** Sets presences that changed together. */
export function setPresences(realm: Realm, changed: readonly UserPresence[]): void {
  if (changed.length === 0) return
  const { presences, unwrittenChunks } = cachedPresences(realm)
  const update_id = realm.log.takeId()
  for (const [user_id, { active_timestamp, idle_timestamp }] of changed) {
    presences.set(user_id, { active_timestamp, idle_timestamp, update_id })
    unwrittenChunks.add(chunkOf(user_id))
  }
  const due = writePresencesIfDue(realm)
  if (due !== undefined) realm.wakeAt(due)
}

/** Removes the presence of a deactivated user. */
export function removePresence(realm: Realm, user_id: number): void {
  realm.listeners.notePresence(user_id, null)
  noteDecided(realm, user_id)
  const { presences, unwrittenChunks } = cachedPresences(realm)
  if (!presences.delete(user_id)) return
  unwrittenChunks.add(chunkOf(user_id))
  writePresences(realm)
}

/** Writes the changes, unless the last write is too recent. Then it returns the time at which it can write again. */
export function writePresencesIfDue(realm: Realm): number | undefined {
  const { unwrittenChunks, writtenAt } = cachedPresences(realm)
  if (unwrittenChunks.size === 0) return undefined
  const due = writtenAt + (isByRequest(realm) ? SECONDS_BETWEEN_LARGE_WRITES : SECONDS_BETWEEN_WRITES)
  if (realm.now() < due) return due
  writePresences(realm)
  return undefined
}

export function writePresences(realm: Realm): void {
  const { presences, unwrittenChunks } = cachedPresences(realm)
  const chunks = Map.groupBy(presences, ([user_id]) => chunkOf(user_id))
  for (const chunk of unwrittenChunks) {
    const entries: Entry[] = (chunks.get(chunk) ?? []).map(([user_id, presence]) => [
      user_id,
      presence.active_timestamp,
      presence.idle_timestamp,
      presence.update_id,
    ])
    realm.sql.run`INSERT INTO presences (chunk, entries) VALUES (${chunk}, ${JSON.stringify(entries)})
                  ON CONFLICT (chunk) DO UPDATE SET entries = excluded.entries`
  }
  unwrittenChunks.clear()
  cachedPresences(realm).writtenAt = realm.now()
}

const hasEventsCache = cacheKey<boolean>({ invalidatedBy: [userCache] })

/** Whether the realm has presence events. Cached, because each user who arrives asks. */
export const hasEvents = (realm: ReadOnlyRealm): boolean =>
  realm.cache.get(hasEventsCache, () =>
    hasPresenceEvents(countActivePeople(realm.sql, MAX_USERS_WITH_PRESENCE_EVENTS + 1)),
  )

const BY_REQUEST = 'presence_by_request'
const byRequestCache = cacheKey<boolean>()

/** Whether clients ask for the presences of the users whom they show, instead of receiving those of all users. */
export const isByRequest = (realm: ReadOnlyRealm): boolean =>
  realm.cache.get(byRequestCache, () => findCounter(realm.sql, BY_REQUEST) === 1)

export function writeByRequest(realm: Realm, isByRequest: boolean): void {
  writeCounter(realm.sql, BY_REQUEST, isByRequest ? 1 : 0)
  realm.cache.invalidate(byRequestCache)
  realm.listeners.recheckCredentials(null)
}
