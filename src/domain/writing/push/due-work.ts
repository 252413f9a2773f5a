import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { duePushes, duePushRemovals, nextDuePush, nextDuePushRemoval } from '../../messages/notifications/storage'
import { dueClientDevices, nextDueClientDevice } from '../../people/push-devices/client-device-storage'
import { dueTokenChanges, nextDueTokenChange } from '../../people/push-devices/token-change-storage'
import { hasBouncer } from '../../people/push-service/status'
import { dueDevices, nextDueDevice } from '../../people/push-devices/storage'
import { realmRow } from '../../realm/settings/storage'
import { registerTokenWithBouncer, registerWithBouncer } from './device-registration'
import { beginPush, notifyOfMessages } from './message-notifications'
import { beginRemoval, sendRemovals } from './removals'
import { chooseRecipients } from './rules'
import { changeTokenAtBouncer } from './token-changes'

const DEVICES_PER_BATCH = 3
const CHANGES_PER_BATCH = 10
const MESSAGES_PER_BATCH = 50
// The server encrypts a notification for each phone of each user.
const USERS_PER_BATCH = 200
const REMOVALS_PER_BATCH = 100

/**
 * Sends the waiting notifications and removals to the bouncer. Rows have their content and their time, so no request of a
 * client waits for the bouncer. The time of the next attempt is written before the request to the bouncer. So a realm object
 * that stops meanwhile tries again, and a user who reads the message meanwhile counts as notified. The requests run at the
 * same time and have short timeouts, because later notifications wait until they end.
 */
export const sendPushNotifications: DueWork<Realm> = {
  name: 'send_push_notifications',
  run: async (realm) => {
    if (realmRow(realm).is_deactivated) return undefined
    const now = realm.now()
    const [devices, registrations, changes, pushes, removals] = realm.transaction(() => [
      dueDevices(realm.sql, now, DEVICES_PER_BATCH),
      dueClientDevices(realm.sql, now, DEVICES_PER_BATCH),
      hasBouncer(realm) ? dueTokenChanges(realm.sql, now, CHANGES_PER_BATCH) : [],
      chooseRecipients(duePushes(realm.sql, now, MESSAGES_PER_BATCH), USERS_PER_BATCH).map((push) =>
        beginPush(realm, push),
      ),
      duePushRemovals(realm.sql, now, REMOVALS_PER_BATCH).map((removal) => beginRemoval(realm, removal)),
    ])
    await Promise.all([
      ...devices.map((device) => registerWithBouncer(realm, device)),
      ...registrations.map((device) => registerTokenWithBouncer(realm, device)),
      inOrder(changes, (change) => changeTokenAtBouncer(realm, change)),
      ...(pushes.length > 0 ? [notifyOfMessages(realm, pushes)] : []),
      ...(removals.length > 0 ? [sendRemovals(realm, removals)] : []),
    ])
    const { sql } = realm
    const next = [
      nextDueDevice(sql),
      nextDueClientDevice(sql),
      hasBouncer(realm) ? nextDueTokenChange(sql) : undefined,
      nextDuePush(sql),
      nextDuePushRemoval(sql),
    ].filter((at) => at !== undefined)
    return next.length > 0 ? Math.min(...next) : undefined
  },
}

async function inOrder<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await act(item)
}
