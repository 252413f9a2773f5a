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
export type SentLately = {
  /** Up to here, the marks say it themselves. */
  settledUpTo: number
  bySender: Map<number, number[]>
}

const sentLatelyCache = cacheKey<SentLately>()
const COUNTER = 'own_messages_marked_read'

export const sentLately = (realm: Realm): SentLately =>
  realm.cache.get(sentLatelyCache, () => {
    const settledUpTo = findCounter(realm.sql, COUNTER) ?? 0
    const sent: SentLately = { settledUpTo, bySender: new Map() }
    for (const { id, sender_id, traits } of rowsAfter(realm, settledUpTo, MESSAGES_PER_LOT + 1))
      if (traits & Trait.readBySender) note(sent, sender_id, id)
    return sent
  })

/** A message is in the index. Answers whether so many are that the marks should follow. */
export function noteSent(realm: Realm, sender_id: number, id: number, isRead: boolean): boolean {
  const known = realm.cache.find(sentLatelyCache)
  if (known && isRead) note(known, sender_id, id)
  return id - (known ?? sentLately(realm)).settledUpTo >= MESSAGES_PER_LOT
}

/** The marks of everything up to here are written. */
export function settledUpTo(realm: Realm, id: number): void {
  writeCounter(realm.sql, COUNTER, id)
  realm.cache.invalidate(sentLatelyCache)
}

function note({ bySender }: SentLately, sender_id: number, id: number) {
  const others = bySender.get(sender_id)
  if (others) others.push(id)
  else bySender.set(sender_id, [id])
}

const MESSAGES_PER_LOT = 256
