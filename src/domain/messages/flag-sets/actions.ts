import type { Realm } from '../../../realm'
import { difference, runsOf, union, type Run } from '../../../store/id-set'
import { recentChanges } from '../../../store/recent-changes'
import { addSentMessage, recentlySent, setStoredUpTo } from './read-by-sender'
import { ALL_USERS, isReadForAll, flaggedRuns } from './flagged-runs'
import { chunkOf, offsetInChunk, writeRuns, type StoredFlag, type FlagSetKey } from './storage'

export const addStoredFlag = (realm: Realm, user_id: number, flag: StoredFlag, ids: readonly number[]): void =>
  changeFlagSet(realm, { user_id, flag }, ids, union)

export function removeStoredFlag(realm: Realm, user_id: number, flag: StoredFlag, ids: readonly number[]): void {
  if (flag === 'read') {
    storeReadBySenders(realm)
    const exempt = ids.filter((id) => isReadForAll(realm, id))
    if (exempt.length > 0) addStoredFlag(realm, user_id, 'read_exempt', exempt)
  }
  changeFlagSet(realm, { user_id, flag }, ids, difference)
}

/** Marks a message as read for all users except these. Rows: one, and one for each of these users. */
export function markReadForAllExcept(realm: Realm, id: number, people: readonly number[]): void {
  addStoredFlag(realm, ALL_USERS, 'read', [id])
  for (const user_id of people) addStoredFlag(realm, user_id, 'read_exempt', [id])
}

/** Records a sent message. It is read for its sender if the sender's client says so. */
export function recordSentMessage(realm: Realm, sender_id: number, id: number, isRead: boolean): void {
  recentChanges(realm, id - 1)
  if (addSentMessage(realm, sender_id, id, isRead)) storeReadBySenders(realm)
}

function storeReadBySenders(realm: Realm) {
  for (const [sender_id, ids] of recentlySent(realm).bySender) addStoredFlag(realm, sender_id, 'read', ids)
  setStoredUpTo(realm, realm.messageIds.last)
}

type Change = (stored: readonly Run[], changed: readonly Run[]) => Run[]

function changeFlagSet(realm: Realm, key: FlagSetKey, ids: readonly number[], change: Change): void {
  noteChangedFlags(realm, key.user_id, ids)
  for (const [chunk, changed] of Map.groupBy(ids, chunkOf))
    writeRuns(realm, key, chunk, change(flaggedRuns(realm, key, chunk), runsOf(changed.map(offsetInChunk))))
}

function noteChangedFlags(realm: Realm, user_id: number, ids: readonly number[]) {
  if (user_id === ALL_USERS || ids.length === 0) return
  const from = ids.reduce((least, id) => Math.min(least, id))
  const to = ids.reduce((most, id) => Math.max(most, id))
  recentChanges(realm).note({ user_ids: [user_id], from, to, last: realm.messageIds.last })
}
