import type { Realm } from '../../../realm'
import { findCounter, writeCounter } from '../../../store/counters'
import { cacheKey } from '../../../store/realm-cache'
import { IndexFlag } from '../message-index/message'
import { rowsAfter } from '../message-index/storage'

/**
 * A message is read for its sender if their client says so. A flag row for each message would double the rows of sending.
 * So the message index has a bit (`IndexFlag.readBySender`), and each batch of 256 messages is added to the flag sets at once.
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
    for (const { id, sender_id, index_flags } of rowsAfter(realm.sql, storedUpTo, MESSAGES_PER_BATCH + 1))
      if (index_flags & IndexFlag.readBySender) addToSender(sent, sender_id, id)
    return sent
  })

/** Adds a message that was just sent. Returns whether a batch is complete, which the caller must then store. */
export function addSentMessage(realm: Realm, sender_id: number, id: number, isRead: boolean): boolean {
  const cached = realm.cache.find(recentlySentCache)
  if (cached && isRead) addToSender(cached, sender_id, id)
  return id - (cached ?? recentlySent(realm)).storedUpTo >= MESSAGES_PER_BATCH
}

/** Records that the flag sets contain the own messages up to this id. */
export function setStoredUpTo(realm: Realm, id: number): void {
  writeCounter(realm.sql, COUNTER, id)
  realm.cache.invalidate(recentlySentCache)
}

function addToSender({ bySender }: RecentlySent, sender_id: number, id: number) {
  const ids = bySender.get(sender_id)
  if (ids) ids.push(id)
  else bySender.set(sender_id, [id])
}

const MESSAGES_PER_BATCH = 256
