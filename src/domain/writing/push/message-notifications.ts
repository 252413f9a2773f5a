import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { MessageAccess } from '../../messages/access/access'
import { findBrowserPush, writeBrowserPush } from '../../messages/notifications/browser-push-storage'
import { FlagSet } from '../../messages/flag-sets/flag-set'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMessage, newestIdSentBefore } from '../../messages/message-index/storage'
import { pushesOf, deletePushesUpTo, writePush, type Push } from '../../messages/notifications/storage'
import { sessionsWithPushBrowsers } from '../../people/push-browsers/storage'
import { findUser } from '../../people/users/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { sendNotifications, type PushNotification } from './notifications'
import { pauseOf } from './pauses'
import { messagePayload } from './payloads'
import { isLastNotification } from './rules'

const PUSHES_KEPT_SECONDS = 30 * SECONDS_PER_DAY

/** A message, and the waiting users whom this batch notifies of it. */
type PushWithRecipients = Push & { recipients: number[] }

/** Writes that the recipients are notified, and the time of the next attempt. */
export function beginPush(realm: Realm, { recipients, ...push }: PushWithRecipients): PushWithRecipients {
  const attempts = push.attempts + 1
  const notified = [...new Set([...push.notified, ...recipients])]
  beginBrowserPush(
    realm,
    push.message_id,
    recipients.filter((user_id) => !push.notified.includes(user_id)),
  )
  writePush(realm.sql, { ...push, notified, attempts, due_at: realm.now() + repeatedPause('push', attempts) })
  return { ...push, recipients }
}

/** Queues the notifications of a message for the browsers of users. A repeated request to the bouncer does not repeat them. */
function beginBrowserPush(realm: Realm, message_id: number, user_ids: readonly number[]): void {
  const session_ids = sessionsWithPushBrowsers(realm, user_ids)
  if (session_ids.length === 0) return
  const { waiting = [], failed = [], attempts = 0 } = findBrowserPush(realm.sql, message_id) ?? {}
  const due_at = realm.now()
  writeBrowserPush(realm.sql, { message_id, waiting: [...waiting, ...session_ids], failed, due_at, attempts })
  realm.wakeAt(due_at)
}

/** Notifies users of messages. Loads as many bodies as fit into memory, and repeats this for the other messages. */
export async function notifyOfMessages(realm: Realm, pushes: readonly PushWithRecipients[]): Promise<void> {
  const { found: bodies, within } = await realm.bodies.load(
    pushes.map(({ message_id }) => message_id),
    BYTES_PER_BATCH,
  )
  const loadedPushes = pushes.slice(0, within)
  const notifications = loadedPushes.flatMap(({ message_id, recipients }): PushNotification[] => {
    const message = findMessage(realm, message_id)
    const body = bodies.get(message_id)
    if (message === undefined || body === undefined) return []
    return recipients
      .filter((user_id) => isStillUnread(realm, user_id, message))
      .map((user_id) => ({ user_id, payload: messagePayload(realm, user_id, message, body) }))
  })
  const isSent = await sendNotifications(realm, notifications)
  realm.transaction(() => {
    for (const push of loadedPushes)
      if (isSent) finishPush(realm, push)
      else if (isLastNotification(push.attempts + 1)) dropPush(realm, push)
      else postponePush(realm, push)
    const newestOld = newestIdSentBefore(realm, realm.now() - PUSHES_KEPT_SECONDS)
    if (newestOld > 0) deletePushesUpTo(realm.sql, newestOld)
  })
  if (within < pushes.length) await notifyOfMessages(realm, pushes.slice(within))
}

function dropPush(realm: Realm, push: PushWithRecipients): void {
  logLine('warn', 'push_dropped', { realm: realm.name, message_id: push.message_id, users: push.recipients.length })
  finishPush(realm, push)
}

/** The bouncer may have asked for a longer pause than the usual one. */
function postponePush(realm: Realm, { message_id }: PushWithRecipients): void {
  const earliest = realm.now() + pauseOf(realm, realm.config.push_bouncer.url)
  for (const push of pushesOf(realm.sql, [message_id]))
    if (push.due_at !== null && push.due_at < earliest) writePush(realm.sql, { ...push, due_at: earliest })
}

/** Removes the recipients from the waiting users. Reads the row again: a user who read the message is no longer in it. */
function finishPush(realm: Realm, { message_id, recipients }: PushWithRecipients): void {
  for (const push of pushesOf(realm.sql, [message_id])) {
    const waiting = push.waiting.filter((user_id) => !recipients.includes(user_id))
    writePush(realm.sql, { ...push, waiting, due_at: waiting.length > 0 ? realm.now() : null, attempts: 0 })
  }
}

/**
 * Returns whether a user is still to be notified. A push service may have been unreachable for hours. By now the user may have
 * read the message, or lost access to it.
 */
export function isStillUnread(realm: Realm, user_id: number, message: IndexedMessage): boolean {
  const user = findUser(realm, user_id)
  if (!user?.is_active || new FlagSet(realm, user_id, 'read').has(message.id)) return false
  return new MessageAccess(realm, user).canRead(message)
}
