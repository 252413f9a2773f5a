import type { Realm } from '../../../realm'
import { difference, includesId, runsOf, union, type Run } from '../../../store/id-set'
import { cacheKeyById } from '../../../store/realm-cache'
import { sentLately } from './read-by-sending'
import { chunkOf, runsInRow, withinChunk, type Marks } from './storage'

/** What nobody need read has one mark, which is nobody's; those few who want to read it all the same have it as awaited. */
export const EVERYBODY = 0

/** What somebody has marked in a chunk: what is read is more than their row says of it. */
export function runsIn(realm: Realm, marks: Marks, chunk: number): Run[] {
  const { user_id, flag } = marks
  const runs = runsInRow(realm, marks, chunk)
  if (flag !== 'read' || user_id === EVERYBODY) return runs
  const sent = sentLately(realm).bySender.get(user_id)
  const own = sent ? union(runs, runsOf(idsWithin(chunk, sent))) : runs
  const everybodys = readByEverybody(realm, chunk)
  if (everybodys.length === 0) return own
  return union(own, difference(everybodys, runsInRow(realm, { user_id, flag: 'awaited' }, chunk)))
}

export const isReadByEverybody = (realm: Realm, id: number): boolean =>
  includesId(readByEverybody(realm, chunkOf(id)), withinChunk(id))

const readByEverybodyCache = cacheKeyById<number, Run[]>() // by chunk

const readByEverybody = (realm: Realm, chunk: number): Run[] =>
  realm.cache.get(readByEverybodyCache(chunk), () => runsInRow(realm, { user_id: EVERYBODY, flag: 'read' }, chunk))

/** What everybody has read is in mind until it changes. */
export const forgetReadByEverybody = (realm: Realm, id: number): void =>
  realm.cache.invalidate(readByEverybodyCache(chunkOf(id)))

const idsWithin = (chunk: number, ids: readonly number[]): number[] =>
  ids.filter((id) => chunkOf(id) === chunk).map(withinChunk)
