import type { MessageBody, Realm } from '../../../realm'
import type { IndexedMessage } from '../../messages/message-index/message'
import { deletePushBrowsers, findPushBrowser } from '../../people/push-browsers/browsers'
import { deliver, pausedBy, type WebPush } from '../../people/push-browsers/deliver'
import { fitsInNotification } from '../../people/push-browsers/encrypt'
import { isApp } from '../../people/push-browsers/rules'
import { sessionsWithPushBrowsers } from '../../people/push-browsers/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { ownUrl } from '../../realm/settings/own-url'
import { pause, pauseOf } from './pauses'
import { hiddenContent, messagePayload, testPayload, type MessagePayload, type Payload } from './payloads'

// Notifications for apps that receive Web Push. Their content is that of phones whose notifications the bouncer forwards.

type Facts = { user_id: number; message: IndexedMessage; body: MessageBody; seconds: number }

export function appNotificationFor(realm: Realm, { user_id, message, body, seconds }: Facts): WebPush {
  const payload = messagePayload(realm, user_id, message, body)
  return { text: textThatFits(payload, hiddenContent(realm, user_id)), urgency: 'high', seconds }
}

/** Long names may leave no space for the text, and long lists of people none for the list. */
function textThatFits(payload: MessagePayload, hidden: string): string {
  const forms = [
    payload,
    { ...payload, content: hidden },
    { ...payload, content: hidden, recipient_user_ids: undefined },
  ]
  return forms.map((form) => JSON.stringify(form)).find(fitsInNotification) ?? ''
}

const TEST_SECONDS = 60

export const appTestNotification = (realm: Realm, user_id: number): WebPush =>
  unlimited(testPayload(realm, user_id), TEST_SECONDS)

const unlimited = (payload: Payload, seconds: number): WebPush => ({
  text: JSON.stringify(payload),
  urgency: payload.type === 'remove' ? 'normal' : 'high',
  seconds,
})

/** Makes the apps of users remove notifications. Returns false if a later attempt may help. */
export async function sendToApps(
  realm: Realm,
  removals: readonly { user_id: number; payload: Payload }[],
): Promise<boolean> {
  const deliveries = removals.flatMap(({ user_id, payload }) =>
    sessionsWithPushBrowsers(realm, [user_id])
      .filter(isApp)
      .map((app) => sendToApp(realm, app, unlimited(payload, SECONDS_PER_DAY))),
  )
  return (await Promise.all(deliveries)).every(Boolean)
}

async function sendToApp(realm: Realm, app: number, notification: WebPush): Promise<boolean> {
  const address = findPushBrowser(realm, app)
  if (address === undefined) return true
  if (pauseOf(realm, address.endpoint) > 0) return false
  const sender = { config: realm.config, realm_url: ownUrl(realm), now: realm.now() }
  const delivery = await deliver(sender, address, notification)
  if (delivery.outcome === 'gone') realm.transaction(() => deletePushBrowsers(realm, [app]))
  if (delivery.outcome !== 'later') return true
  pause(realm, pausedBy(address.endpoint, delivery), delivery.seconds)
  return false
}
