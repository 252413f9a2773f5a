import type { ReadOnlyRealm, Realm } from '../../../realm'
import { difference, includesId, intersection, runsOf, union, type Run } from '../../../store/id-set'
import { recentlySent } from './read-by-sender'
import { chunkOf, firstIdIn, storedRuns, offsetInChunk, type FlagSetKey } from './storage'

/**
 * The user id of the flag set for messages that are read for all users: one row instead of one for each user. A user with
 * the flag `read_exempt` on such a message has it unread.
 */
export const ALL_USERS = 0

/** Returns the offsets in a chunk that have the flag. For `read`, adds own messages, and messages that are read for all. */
export function flaggedRuns(realm: Realm, key: FlagSetKey, chunk: number): readonly Run[] {
  const { user_id, flag } = key
  const runs = storedRuns(realm, key, chunk)
  if (flag !== 'read' || user_id === ALL_USERS) return runs
  const sent = recentlySent(realm).bySender.get(user_id)
  const own = sent ? union(runs, runsOf(offsetsIn(chunk, sent))) : runs
  const forAll = readForAll(realm, chunk)
  if (forAll.length === 0) return own
  return union(own, difference(forAll, storedRuns(realm, { user_id, flag: 'read_exempt' }, chunk)))
}

/** Returns the messages of a range that the user has read. The range must be within one chunk. */
export function readRunsBetween(realm: Realm, user_id: number, { from, to }: Run): Run[] {
  const first = firstIdIn(chunkOf(from))
  const runs = flaggedRuns(realm, { user_id, flag: 'read' }, chunkOf(from))
  return intersection(runs, [{ from: from - first, to: to - first }]).map((run) => ({
    from: run.from + first,
    to: run.to + first,
  }))
}

export const isReadForAll = (realm: ReadOnlyRealm, id: number): boolean =>
  includesId(readForAll(realm, chunkOf(id)), offsetInChunk(id))

const readForAll = (realm: ReadOnlyRealm, chunk: number): readonly Run[] =>
  storedRuns(realm, { user_id: ALL_USERS, flag: 'read' }, chunk)

const offsetsIn = (chunk: number, ids: readonly number[]): number[] =>
  ids.filter((id) => chunkOf(id) === chunk).map(offsetInChunk)
