import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { MarkSet } from '../../messages/flag-sets/mark-set'
import { maybeMessage, newestSentBefore } from '../../messages/message-index/storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import {
  duePushes,
  dueRemovals,
  maybeRemoval,
  nextDuePush,
  nextDueRemoval,
  pushesOf,
  removePushesUpTo,
  removeRemoval,
  writePush,
  writeRemoval,
  type Push,
  type Removal,
} from '../../messages/notifications/storage'
import { changeDevice } from '../../people/push-devices/actions'
import {
  dueDevices,
  nextDueDevice,
  pushDevicesOf,
  statusOf,
  writePushDevice,
  type PushDevice,
} from '../../people/push-devices/storage'
import { Reading } from '../../messages/access/access'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { maybeUser } from '../../people/users/storage'
import { askBouncer, realmUuid, type BouncerAnswer } from './bouncer'
import { BROKEN } from './bouncer-codes'
import { sendNotifications, type PushNotification } from './notifications'
import { messagePayload, removalPayload } from './payloads'
import { isGivenUp, retryDelay, chooseRecipients } from './rules'

// The platform lets an object have six connections at a time.
const DEVICES_AT_ONCE = 3
const MESSAGES_AT_ONCE = 50
// Each is sealed to, phone by phone.
const PEOPLE_AT_ONCE = 200
const REMOVALS_AT_ONCE = 100
const KEPT_SECONDS = 30 * SECONDS_PER_DAY

/**
 * What is to be told to phones is told from here: rows say what and when, and nothing waits for the bouncer but this.
 * Before it is asked, the next attempt is written down, so an object that dies meanwhile asks again, and whoever reads a
 * message meanwhile knows that their phone may show it. All is asked side by side and nothing for long, as until it is
 * answered the alarm does not ring for anything else.
 */
export const sendPushNotifications: DueWork<Realm> = {
  name: 'send_push_notifications',
  run: async (realm) => {
    if (realmRow(realm).is_deactivated) return undefined
    const now = realm.now()
    const [devices, pushes, removals] = realm.transaction(() => [
      dueDevices(realm, now, DEVICES_AT_ONCE),
      beginTelling(realm, now),
      dueRemovals(realm, now, REMOVALS_AT_ONCE).map((removal) => beginRemoval(realm, removal)),
    ])
    await Promise.all([
      ...devices.map((device) => register(realm, device)),
      ...(pushes.length > 0 ? [tell(realm, pushes)] : []),
      ...(removals.length > 0 ? [takeAway(realm, removals)] : []),
    ])
    const next = [nextDueDevice(realm), nextDuePush(realm), nextDueRemoval(realm)].filter((at) => at !== undefined)
    return next.length > 0 ? Math.min(...next) : undefined
  },
}

function beginTelling(realm: Realm, now: number): Begun[] {
  const begun = chooseRecipients(duePushes(realm, now, MESSAGES_AT_ONCE), PEOPLE_AT_ONCE).filter(
    ({ telling }) => telling.length > 0,
  )
  for (const push of begun) begin(realm, push)
  return begun
}

async function register(realm: Realm, device: PushDevice): Promise<void> {
  const { user_id, push_account_id, bouncer_public_key, encrypted_push_registration } = device
  const asked = { push_account_id, bouncer_public_key, encrypted_push_registration }
  const answer = await askBouncer(realm.config, 'e2ee/register', { realm_uuid: realmUuid(realm), ...asked })
  realm.transaction(() => {
    const now = pushDevicesOf(realm, user_id).find((each) => each.push_account_id === push_account_id)
    // It was registered anew meanwhile: the answer is about what is no more.
    if (now?.encrypted_push_registration !== encrypted_push_registration || now.due_at === null) return
    const after = afterAnswer(realm, now, answer)
    // That it is tried again is no news.
    if (statusOf(after) === statusOf(now)) writePushDevice(realm, after)
    else changeDevice(realm, after)
  })
}

function afterAnswer(realm: Realm, device: PushDevice, answer: BouncerAnswer): PushDevice {
  const attempts = device.attempts + 1
  if (answer.ok && answer.device_id !== undefined)
    return { ...device, bouncer_device_id: answer.device_id, due_at: null, attempts }
  const error_code = answer.ok ? BROKEN : answer.code
  if ((!answer.ok && answer.isForGood) || isGivenUp(attempts)) return { ...device, error_code, due_at: null, attempts }
  return { ...device, due_at: realm.now() + retryDelay(attempts), attempts }
}

/** A message, and whom of those who wait for it this round tells. */
type Begun = Push & { telling: number[] }

function begin(realm: Realm, { telling, ...push }: Begun): void {
  const attempts = push.attempts + 1
  const told = [...new Set([...push.told, ...telling])]
  writePush(realm, { ...push, told, attempts, due_at: realm.now() + retryDelay(attempts) })
}

async function tell(realm: Realm, begun: readonly Begun[]): Promise<void> {
  const { found: bodies, within } = await realm.bodies.load(
    begun.map(({ message_id }) => message_id),
    BYTES_PER_BATCH,
  )
  const pushes = begun.slice(0, within)
  const notices = pushes.flatMap(({ message_id, telling }): PushNotification[] => {
    const [message, body] = [maybeMessage(realm, message_id), bodies.get(message_id)]
    if (message === undefined || body === undefined) return []
    return telling
      .filter((user_id) => isStillWanted(realm, user_id, message))
      .map((user_id) => ({ user_id, payload: messagePayload(realm, user_id, message, body) }))
  })
  const answer = await sendNotifications(realm, notices)
  realm.transaction(() => {
    for (const push of pushes) if (answer.ok || isGivenUp(push.attempts + 1)) finish(realm, push)
    const old = newestSentBefore(realm, realm.now() - KEPT_SECONDS)
    if (old > 0) removePushesUpTo(realm, old)
  })
  // The messages whose bodies did not fit beside the first.
  if (within < begun.length) await tell(realm, begun.slice(within))
}

/** Read anew: whoever read the message meanwhile is on neither list any more. The others' turn is next. */
function finish(realm: Realm, { message_id, telling }: Begun): void {
  for (const push of pushesOf(realm, [message_id])) {
    const waiting = push.waiting.filter((user_id) => !telling.includes(user_id))
    writePush(realm, { ...push, waiting, due_at: waiting.length > 0 ? realm.now() : null, attempts: 0 })
  }
}

// The bouncer may have been away for hours: whoever may not read the message any more is not told what it says by now.
function isStillWanted(realm: Realm, user_id: number, message: IndexedMessage): boolean {
  const user = maybeUser(realm, user_id)
  if (!user?.is_active || new MarkSet(realm, user_id, 'read').has(message.id)) return false
  return new Reading(realm, user).canRead(message)
}

function beginRemoval(realm: Realm, removal: Removal): Removal {
  const attempts = removal.attempts + 1
  const begun = { ...removal, attempts, due_at: realm.now() + retryDelay(attempts) }
  writeRemoval(realm, begun)
  return begun
}

async function takeAway(realm: Realm, removals: readonly Removal[]): Promise<void> {
  const answer = await sendNotifications(
    realm,
    removals.map(({ user_id, message_ids }) => ({ user_id, payload: removalPayload(realm, user_id, message_ids) })),
  )
  realm.transaction(() => {
    for (const removal of removals) {
      if (!answer.ok && !isGivenUp(removal.attempts)) continue
      const rest = (maybeRemoval(realm, removal.user_id)?.message_ids ?? []).filter(
        (id) => !removal.message_ids.includes(id),
      )
      if (rest.length === 0) removeRemoval(realm, removal.user_id)
      else writeRemoval(realm, { user_id: removal.user_id, message_ids: rest, due_at: realm.now(), attempts: 0 })
    }
  })
}
