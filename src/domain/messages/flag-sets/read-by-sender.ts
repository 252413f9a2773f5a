import type { Realm } from '../../../realm'
import { findCounter, writeCounter } from '../../../store/counters'
import { cacheKey } from '../../../store/realm-cache'
import { Trait } from '../message-index/message'
import { rowsAfter } from '../message-index/storage'

/**
 * A message is read for its sender if their client says so. A flag row for each message would double the rows of sending.
 * So the message index has a bit (`Trait.readBySender`), and each batch of 256 messages is added to the flag sets at once.
 * Until then, readers of the flag `read` add these ids. They are cached, and loaded from the index if the realm restarts.
 */
export type RecentlySent = {
  /** The flag sets contain the own messages up to this id. */
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
