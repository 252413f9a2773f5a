import type { Realm } from '../../../realm'
import { findCounter, writeCounter } from '../../../store/counters'
import { cacheKey } from '../../../store/realm-cache'
import { Trait } from '../message-index/message'
import { rowsAfter } from '../message-index/storage'

/**
 * What people send from a client of their own is read by them. A mark for each would be one row more for every message,
 * so the index says it (`Trait.readBySender`) and the marks follow in lots: until then, what was sent lately is held
 * against the marks of whoever asks. Memory holds it, and the index gives it back.
 */
export type RecentlySent = {
  /** Up to here, the marks say it themselves. */
  storedUpTo: number
  bySender: Map<number, number[]>
}

const recentlySentCache = cacheKey<RecentlySent>()
const COUNTER = 'own_messages_marked_read'

export const recentlySent = (realm: Realm): RecentlySent =>
  realm.cache.get(recentlySentCache, () => {
    const storedUpTo = findCounter(realm.sql, COUNTER) ?? 0
    const sent: RecentlySent = { storedUpTo, bySender: new Map() }
    for (const { id, sender_id, traits } of rowsAfter(realm, storedUpTo, MESSAGES_PER_BATCH + 1))
      if (traits & Trait.readBySender) addToSender(sent, sender_id, id)
    return sent
  })

/** A message is in the index. Answers whether so many are that the marks should follow. */
export function addSentMessage(realm: Realm, sender_id: number, id: number, isRead: boolean): boolean {
  const known = realm.cache.find(recentlySentCache)
  if (known && isRead) addToSender(known, sender_id, id)
  return id - (known ?? recentlySent(realm)).storedUpTo >= MESSAGES_PER_BATCH
}

/** The marks of everything up to here are written. */
export function setStoredUpTo(realm: Realm, id: number): void {
  writeCounter(realm.sql, COUNTER, id)
  realm.cache.invalidate(recentlySentCache)
}

function addToSender({ bySender }: RecentlySent, sender_id: number, id: number) {
  const others = bySender.get(sender_id)
  if (others) others.push(id)
  else bySender.set(sender_id, [id])
}

const MESSAGES_PER_BATCH = 256
