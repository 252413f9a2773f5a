import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import {
  findPushRemoval,
  deletePushRemoval,
  writePushRemoval,
  type PushRemoval,
} from '../../messages/notifications/storage'
import { sendToApps } from './app-notifications'
import { sendNotifications } from './notifications'
import { removalPayload } from './payloads'
import { isLastNotification } from './rules'

/** Writes the time of the next attempt. */
export function beginRemoval(realm: Realm, removal: PushRemoval): PushRemoval {
  const attempts = removal.attempts + 1
  const nextAttempt = { ...removal, attempts, due_at: realm.now() + repeatedPause('push', attempts) }
  writePushRemoval(realm.sql, nextAttempt)
  return nextAttempt
}

/** Makes the phones of users remove notifications of messages that are read or deleted. */
export async function sendRemovals(realm: Realm, removals: readonly PushRemoval[]): Promise<void> {
  const notifications = removals.map(({ user_id, message_ids }) => ({
    user_id,
    payload: removalPayload(realm, user_id, message_ids),
  }))
  const sent = await Promise.all([sendNotifications(realm, notifications), sendToApps(realm, notifications)])
  const isSent = sent.every(Boolean)
  realm.transaction(() => {
    for (const removal of removals) {
      const isLast = isLastNotification(removal.attempts)
      if (!isSent && isLast) logLine('warn', 'push_dropped', { realm: realm.name, removed: removal.message_ids.length })
      if (isSent || isLast) finishRemoval(realm, removal)
    }
  })
}

/** Keeps the messages that were added to the row during the request. */
function finishRemoval(realm: Realm, { user_id, message_ids }: PushRemoval): void {
  const currentIds = findPushRemoval(realm.sql, user_id)?.message_ids ?? []
  const addedIds = currentIds.filter((id) => !message_ids.includes(id))
  if (addedIds.length === 0) deletePushRemoval(realm.sql, user_id)
  else writePushRemoval(realm.sql, { user_id, message_ids: addedIds, due_at: realm.now(), attempts: 0 })
}
