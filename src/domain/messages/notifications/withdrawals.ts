import type { Realm } from '../../../realm'
import { usersWithDevices } from '../../people/push-devices/storage'
import { findPushRemoval, newestPushedBetween, pushesOf, deletePushes, writePush, writePushRemoval } from './storage'

/** To look for one of many messages takes three rows, and few messages have notifications. */
const [MAX_LOOKED_UP, MAX_PUSHED] = [500, 1000]

/**
 * Withdraws the notifications of messages that the user has read: from the queue, and from the user's devices. The ids are ascending.
 * Of many messages, only those among the newest that notified a user.
 */
export function withdrawNotifications(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (!usersWithDevices(realm).has(user_id)) return
  const withoutUser = (ids: readonly number[]) => ids.filter((id) => id !== user_id)
  const onDevices: number[] = []
  for (const push of pushesOf(realm.sql, withPushes(realm, message_ids))) {
    if (!push.waiting.includes(user_id) && !push.notified.includes(user_id)) continue
    if (push.notified.includes(user_id)) onDevices.push(push.message_id)
    const waiting = withoutUser(push.waiting)
    writePush(realm.sql, {
      ...push,
      waiting,
      notified: withoutUser(push.notified),
      due_at: waiting.length > 0 ? push.due_at : null,
    })
  }
  queuePushRemoval(realm, user_id, onDevices)
}

function withPushes(realm: Realm, message_ids: readonly number[]): readonly number[] {
  const [from, to] = [message_ids[0], message_ids.at(-1)]
  if (message_ids.length <= MAX_LOOKED_UP || from === undefined || to === undefined) return message_ids
  const read = new Set(message_ids)
  return newestPushedBetween(realm.sql, { from, to }, MAX_PUSHED).filter((id) => read.has(id))
}

/** Removes the notifications of deleted messages, also from devices. */
export function removeNotifications(realm: Realm, message_ids: readonly number[]): void {
  if (usersWithDevices(realm).size === 0) return
  const pushes = pushesOf(realm.sql, message_ids)
  if (pushes.length === 0) return
  for (const user_id of new Set(pushes.flatMap(({ notified }) => notified)))
    queuePushRemoval(
      realm,
      user_id,
      pushes.flatMap(({ notified, message_id }) => (notified.includes(user_id) ? [message_id] : [])),
    )
  deletePushes(realm.sql, message_ids)
}

/** A phone shows fewer notifications, and one text names all that are removed. */
const MAX_REMOVED = 200

function queuePushRemoval(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (message_ids.length === 0) return
  const queued = findPushRemoval(realm.sql, user_id)
  const all = [...new Set([...(queued?.message_ids ?? []), ...message_ids])]
  const newest = all.sort((a, b) => a - b).slice(-MAX_REMOVED)
  writePushRemoval(realm.sql, { user_id, message_ids: newest, due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}
