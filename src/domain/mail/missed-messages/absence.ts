import type { Realm } from '../../../realm'
import { findMessage } from '../../messages/message-index/storage'
import { queueForAbsentUser } from '../../messages/notifications/actions'
import { isIdle } from '../../messages/notifications/rules'
import { unreadMessages } from '../../messages/read-state/unread'
import { presenceOf } from '../../people/presence/storage'
import { usersWithDevices } from '../../people/push-devices/storage'
import { findUser } from '../../people/users/storage'
import { sentMessageOf } from './stored-message'

/** The newest ones: an email has no more. */
const MAX_MESSAGES = 100

/**
 * Queues the notifications of what a user has not read, when the last client of the user is gone. `first_id` is the first message
 * that no client of the user confirmed. Messages that came while the user was idle have notified the user already.
 */
export function notifyAbsentUser(realm: Realm, user_id: number, first_id: number): void {
  const user = findUser(realm, user_id)
  const active_timestamp = presenceOf(realm, user_id)?.active_timestamp
  if (!user?.is_active || user.is_bot || active_timestamp === undefined) return
  if (!realm.emails.canSend && !usersWithDevices(realm).has(user_id)) return
  const unread = unreadMessages(realm, user).conversations.flatMap(({ ids }) => ids.filter((id) => id >= first_id))
  for (const id of unread.sort((a, b) => a - b).slice(-MAX_MESSAGES)) {
    const message = findMessage(realm, id)
    if (message === undefined || isIdle(active_timestamp, message.sent_at)) continue
    const sent = sentMessageOf(realm, message)
    if (sent !== undefined) queueForAbsentUser(realm, sent, user_id)
  }
}
