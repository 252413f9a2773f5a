import type { DueWork } from '../../../events/due-work'
import type { MessageBody, Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { countOutcome } from '../../../store/delivery-figures'
import { findMessage } from '../../messages/message-index/storage'
import {
  deleteBrowserPush,
  dueBrowserPushes,
  findBrowserPush,
  nextDueBrowserPush,
  writeBrowserPush,
  type BrowserPush,
} from '../../messages/notifications/browser-push-storage'
import { deletePushBrowsers, findPushBrowser } from '../../people/push-browsers/browsers'
import { deliver, pausedBy, type Delivery } from '../../people/push-browsers/deliver'
import { isApp } from '../../people/push-browsers/rules'
import { ownUrl } from '../../realm/settings/own-url'
import { realmRow } from '../../realm/settings/storage'
import { appNotificationFor } from '../push/app-notifications'
import { isStillUnread } from '../push/message-notifications'
import { pause, pauseOf } from '../push/pauses'
import { chooseRecipients } from '../push/rules'
import { notificationFor } from './notification'
import { nextRound, usefulSeconds } from './rules'

const MESSAGES_PER_BATCH = 20
const BROWSERS_PER_BATCH = 48

type ChosenPush = BrowserPush & { recipients: number[] }

/**
 * Sends waiting notifications to the push services of browsers. Before the request, the realm writes the time of the next
 * attempt. So a realm object that stops meanwhile tries again, and the browser shows the notification once.
 */
export const sendBrowserPushes: DueWork<Realm> = {
  name: 'send_browser_pushes',
  run: async (realm) => {
    if (realmRow(realm).is_deactivated) return undefined
    const chosen = realm.transaction(() => {
      const due = dueBrowserPushes(realm.sql, realm.now(), MESSAGES_PER_BATCH).map(nextRound)
      return chooseRecipients(due, BROWSERS_PER_BATCH).map((push) => begin(realm, push))
    })
    if (chosen.length > 0) await send(realm, chosen)
    return nextDueBrowserPush(realm.sql)
  },
}

function begin(realm: Realm, { recipients, ...push }: ChosenPush): ChosenPush {
  writeBrowserPush(realm.sql, { ...push, due_at: realm.now() + repeatedPause('push', push.attempts + 1) })
  return { ...push, recipients }
}

async function send(realm: Realm, pushes: readonly ChosenPush[]): Promise<void> {
  const { found: bodies, within } = await realm.bodies.load(
    pushes.map(({ message_id }) => message_id),
    BYTES_PER_BATCH,
  )
  const deliveries = await Promise.all(
    pushes.slice(0, within).flatMap(({ message_id, recipients }) =>
      recipients.map(async (session_id) => ({
        message_id,
        session_id,
        delivery: await deliverTo(realm, session_id, { message_id, body: bodies.get(message_id) }),
      })),
    ),
  )
  realm.transaction(() => {
    countDeliveries(
      realm,
      deliveries.map(({ delivery }) => delivery),
    )
    const gone = deliveries.filter(({ delivery }) => delivery.outcome === 'gone')
    deletePushBrowsers(
      realm,
      gone.map(({ session_id }) => session_id),
    )
    for (const [message_id, ofMessage] of Map.groupBy(deliveries, (each) => each.message_id))
      finish(realm, message_id, ofMessage)
  })
  if (within < pushes.length) await send(realm, pushes.slice(within))
}

type Waiting = { message_id: number; body: MessageBody | undefined }

/** What became of one notification. A push service that wants a pause is not asked. */
type Attempt = Delivery | { outcome: 'not_needed' | 'expired' }

/** A session that ended, or a message that the user may not be notified of any more, needs no request. */
async function deliverTo(realm: Realm, session_id: number, { message_id, body }: Waiting): Promise<Attempt> {
  const browser = findPushBrowser(realm, session_id)
  const message = findMessage(realm, message_id)
  if (browser === undefined || message === undefined || body === undefined) return { outcome: 'not_needed' }
  const { user_id, endpoint } = browser
  if (!isStillUnread(realm, user_id, message)) return { outcome: 'not_needed' }
  const seconds = usefulSeconds(message.sent_at, realm.now())
  if (seconds === 0) return { outcome: 'expired' }
  const paused = pauseOf(realm, endpoint)
  if (paused > 0) return { outcome: 'later', seconds: paused, pauses: 'address' }
  const sender = { config: realm.config, realm_url: ownUrl(realm), now: realm.now() }
  const notify = isApp(session_id) ? appNotificationFor : notificationFor
  const delivery = await deliver(sender, browser, notify(realm, { user_id, message, body, seconds }))
  if (delivery.outcome === 'later') pause(realm, pausedBy(endpoint, delivery), delivery.seconds)
  return delivery
}

const FIGURES = {
  accepted: 'sent',
  gone: 'refused',
  refused: 'refused',
  later: 'failed',
  not_needed: 'not_needed',
  expired: 'expired',
} as const

/** Counts what became of a batch: one row for each outcome. */
function countDeliveries(realm: Realm, attempts: readonly Attempt[]): void {
  for (const [outcome, { length: count }] of Map.groupBy(attempts, (attempt) => FIGURES[attempt.outcome])) {
    countOutcome(realm.sql, realm.now(), { medium: 'push', outcome, count })
    if (outcome !== 'not_needed') realm.metrics.add(outcome === 'sent' ? 'pushes_sent' : 'pushes_failed', count)
  }
}

/** Reads the row again: an edit may have added browsers meanwhile. */
function finish(realm: Realm, message_id: number, sent: readonly { session_id: number; delivery: Attempt }[]): void {
  const push = findBrowserPush(realm.sql, message_id)
  if (push === undefined) return
  const ids = sent.map(({ session_id }) => session_id)
  const later = sent.filter(({ delivery }) => delivery.outcome === 'later').map(({ session_id }) => session_id)
  const pauses = sent.map(({ delivery }) => ('seconds' in delivery ? delivery.seconds : 0))
  const waiting = push.waiting.filter((session_id) => !ids.includes(session_id))
  const failed = [...push.failed, ...later]
  if (waiting.length === 0 && failed.length === 0) return deleteBrowserPush(realm.sql, message_id)
  const delay = Math.max(repeatedPause('push', push.attempts + 1), ...pauses)
  const due_at = waiting.length > 0 ? realm.now() : realm.now() + delay
  writeBrowserPush(realm.sql, { ...push, waiting, failed, due_at })
}
