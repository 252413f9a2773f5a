import type { Realm } from '../../../realm'
import { difference, runsOf, union, type Run } from '../../../store/id-set'
import { noteSent, sentLately, settledUpTo } from './read-by-sending'
import { EVERYBODY, forgetReadByEverybody, isReadByEverybody, runsIn } from './runs'
import { chunkOf, withinChunk, writeRuns, type Mark, type Marks } from './storage'

export const addMarks = (realm: Realm, user_id: number, flag: Mark, ids: readonly number[]): void =>
  changeMarks(realm, { user_id, flag }, ids, union)

export function removeMarks(realm: Realm, user_id: number, flag: Mark, ids: readonly number[]): void {
  if (flag === 'read') {
    settle(realm)
    const awaited = ids.filter((id) => isReadByEverybody(realm, id))
    if (awaited.length > 0) addMarks(realm, user_id, 'awaited', awaited)
  }
  changeMarks(realm, { user_id, flag }, ids, difference)
}

/** Nobody need read it but these. Rows: one, and one for each of them. */
export function markReadByAllBut(realm: Realm, id: number, people: readonly number[]): void {
  addMarks(realm, EVERYBODY, 'read', [id])
  forgetReadByEverybody(realm, id)
  for (const user_id of people) addMarks(realm, user_id, 'awaited', [id])
}

/** Whoever sends a message has read it, if their client says so. */
export function markSent(realm: Realm, sender_id: number, id: number, isRead: boolean): void {
  if (noteSent(realm, sender_id, id, isRead)) settle(realm)
}

function settle(realm: Realm) {
  for (const [sender_id, ids] of sentLately(realm).bySender) addMarks(realm, sender_id, 'read', ids)
  settledUpTo(realm, realm.messageIds.last)
}

type Change = (stored: Run[], changed: Run[]) => Run[]

function changeMarks(realm: Realm, marks: Marks, ids: readonly number[], change: Change): void {
  for (const [chunk, some] of Map.groupBy(ids, chunkOf))
    writeRuns(realm, marks, chunk, change(runsIn(realm, marks, chunk), runsOf(some.map(withinChunk))))
}
