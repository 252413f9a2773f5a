import type { Realm } from '../../../realm'
import { difference, includesId, runsOf, union, type Run } from '../../../store/id-set'
import { cacheKeyById } from '../../../store/realm-cache'
import { recentlySent } from './read-by-sender'
import { chunkOf, storedRuns, offsetInChunk, type FlagSetKey } from './storage'

/**
 * The user id of the flag set for messages that are read for all users: one row instead of one for each user. A user with
 * the flag `read_exempt` on such a message has it unread.
 */
export const ALL_USERS = 0

/** Returns the offsets in a chunk that have the flag. The flag `read` is the stored set, own messages, and those read for all. */
export function flaggedRuns(realm: Realm, marks: FlagSetKey, chunk: number): Run[] {
  const { user_id, flag } = marks
  const runs = storedRuns(realm, marks, chunk)
  if (flag !== 'read' || user_id === ALL_USERS) return runs
  const sent = recentlySent(realm).bySender.get(user_id)
  const own = sent ? union(runs, runsOf(offsetsIn(chunk, sent))) : runs
  const everybodys = readForAll(realm, chunk)
  if (everybodys.length === 0) return own
  return union(own, difference(everybodys, storedRuns(realm, { user_id, flag: 'read_exempt' }, chunk)))
}

export const isReadForAll = (realm: Realm, id: number): boolean =>
  includesId(readForAll(realm, chunkOf(id)), offsetInChunk(id))

const readForAllCache = cacheKeyById<number, Run[]>() // by chunk

const readForAll = (realm: Realm, chunk: number): Run[] =>
  realm.cache.get(readForAllCache(chunk), () => storedRuns(realm, { user_id: ALL_USERS, flag: 'read' }, chunk))

/** Invalidates the cached messages that are read for all users. */
export const forgetReadForAll = (realm: Realm, id: number): void => realm.cache.invalidate(readForAllCache(chunkOf(id)))

const offsetsIn = (chunk: number, ids: readonly number[]): number[] =>
  ids.filter((id) => chunkOf(id) === chunk).map(offsetInChunk)
