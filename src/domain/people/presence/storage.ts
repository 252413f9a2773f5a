import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Presence } from './rules'

/**
 * Memory first. Thousands ping every minute, and each ping that changes something would be a row. So memory holds what was
 * seen, rows hold a few hundred people each, and what changed is written at most every few seconds: at once after a while
 * of quiet, else all together by the alarm. If the object dies meanwhile, that many seconds of pings are lost, and said
 * again within a minute. What everyone was told of by an event is written in the same transaction, so it cannot be lost.
 *
 * Each change takes an id from the event log's counter, which never gives one twice, not even after a crash: whoever asks
 * for what is news since an id misses nothing that is there.
 */
type Known = {
  people: Map<number, KnownPresence>
  unwritten: Set<number> // chunks
  writtenAt: number
}

export type KnownPresence = Presence & { update_id: number }

type PresenceRow = {
  chunk: number
  entries: string // JSON: [user_id, active_timestamp, idle_timestamp, update_id], each
}
type Entry = [user_id: number, active: number | null, idle: number, update_id: number]

const PEOPLE_PER_CHUNK = 256
const LEAST_SECONDS_BETWEEN_WRITING = 10

const chunkOf = (user_id: number) => Math.floor(user_id / PEOPLE_PER_CHUNK)

const presencesCache = cacheKey<Known>({ survivesRollback: true })

const known = (realm: Realm): Known =>
  realm.cache.get(presencesCache, () => ({ people: stored(realm), unwritten: new Set(), writtenAt: -Infinity }))

function stored({ sql }: Realm): Map<number, KnownPresence> {
  const entries = sql.all<PresenceRow>`SELECT chunk, entries FROM presences`.flatMap((row): Entry[] =>
    JSON.parse(row.entries),
  )
  return new Map(
    entries.map(([user_id, active_timestamp, idle_timestamp, update_id]) => [
      user_id,
      { active_timestamp, idle_timestamp, update_id },
    ]),
  )
}

/** Of everyone who was ever seen. */
export const allPresences = (realm: Realm): ReadonlyMap<number, KnownPresence> => known(realm).people

export const presenceOf = (realm: Realm, user_id: number): KnownPresence | undefined => known(realm).people.get(user_id)

/** Kept in mind, and written soon. */
export function notePresence(realm: Realm, user_id: number, { active_timestamp, idle_timestamp }: Presence): void {
  const { people, unwritten } = known(realm)
  people.set(user_id, { active_timestamp, idle_timestamp, update_id: realm.log.takeId() })
  unwritten.add(chunkOf(user_id))
  const due = writePresencesIfDue(realm)
  if (due !== undefined) realm.wakeAt(due)
}

/** Nobody is there any more, and nobody is to wonder when they were. */
export function forgetPresence(realm: Realm, user_id: number): void {
  const { people, unwritten } = known(realm)
  if (!people.delete(user_id)) return
  unwritten.add(chunkOf(user_id))
  writePresences(realm)
}

/** Writes what is unwritten, unless that was done a moment ago: then it answers when it may be done again. */
export function writePresencesIfDue(realm: Realm): number | undefined {
  const { unwritten, writtenAt } = known(realm)
  if (unwritten.size === 0) return undefined
  const due = writtenAt + LEAST_SECONDS_BETWEEN_WRITING
  if (realm.now() < due) return due
  writePresences(realm)
  return undefined
}

export function writePresences(realm: Realm): void {
  const { people, unwritten } = known(realm)
  const chunks = Map.groupBy(people, ([user_id]) => chunkOf(user_id))
  for (const chunk of unwritten) {
    const entries: Entry[] = (chunks.get(chunk) ?? []).map(([user_id, each]) => [
      user_id,
      each.active_timestamp,
      each.idle_timestamp,
      each.update_id,
    ])
    realm.sql.run`INSERT INTO presences (chunk, entries) VALUES (${chunk}, ${JSON.stringify(entries)})
                  ON CONFLICT (chunk) DO UPDATE SET entries = excluded.entries`
  }
  unwritten.clear()
  known(realm).writtenAt = realm.now()
}
