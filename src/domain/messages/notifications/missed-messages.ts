import type { Realm } from '../../../realm'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { Reason } from './rules'
import {
  findMissedMessages,
  missedMessageOf,
  insertMissedMessages,
  writeMissedIds,
  writeMissedMessage,
} from './missed-storage'

/** A user whom a message notifies by email, and why. */
export type WaitingUser = [user_id: number, reason: Reason]

/** A user's email has at most this many messages. The oldest are left out: the user finds them in the client. */
export const MAX_MISSED_MESSAGES = 100

/** Queues a message for several users: one row. `null`: the due work decides who they are. */
export function queueMissedMessage(realm: Realm, message_id: number, waiting: WaitingUser[] | null): void {
  if (!realm.emails.canSend) return
  const earlier = missedMessageOf(realm.sql, message_id)
  const merged = earlier === undefined ? waiting : waiting && earlier.waiting && [...earlier.waiting, ...waiting]
  writeMissedMessage(realm.sql, { message_id, waiting: merged })
  realm.wakeAt(realm.now())
}

/**
 * Adds a message to the user's next email. The first message sets the time of the email, and later ones do not change it. A user
 * who reads the message meanwhile needs no change of the row: the realm checks again before it sends the email.
 */
export function addMissedMessage(realm: Realm, message_id: number, [user_id, reason]: WaitingUser): void {
  const user = findUser(realm, user_id)
  if (user === undefined) return
  const missed = findMissedMessages(realm.sql, user_id)
  const others = (missed?.messages ?? []).filter(([id]) => id !== message_id)
  const messages = [...others, [message_id, reason] as const].slice(-MAX_MISSED_MESSAGES)
  if (missed) return writeMissedIds(realm.sql, { user_id, messages })
  const { email_notifications_batching_period_seconds: period } = userSettingsOf(realm, user)
  const due_at = realm.now() + period
  insertMissedMessages(realm.sql, { user_id, messages, due_at })
  realm.wakeAt(due_at)
}
