import { badRequest } from '../../../api/errors'
import { integer } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { requireSession } from '../../people/push-browsers/actions'
import { browserPushIsNotConfigured, needsSession, type PushBrowser } from '../../people/push-browsers/rules'
import { findPushBrowser } from '../../people/push-browsers/browsers'
import { ownUrl } from '../../realm/settings/own-url'
import { humans } from '../../people/users/callers'
import { deliver, type WebPush } from '../../people/push-browsers/deliver'
import { findPushApp } from '../../people/push-devices/client-device-actions'
import { invalidClientDevice } from '../../people/push-devices/rules'
import { appTestNotification } from '../push/app-notifications'
import { testNotificationFor } from './notification'

const isOff = badRequest(() => 'Notifications are off in this browser.')
const browserIsGone = badRequest(() => 'The push service does not know this browser any more.')
const wasRefused = badRequest(() => 'The push service did not accept the notification.')

export const testPushApp = endpoint.decision({
  route: 'POST /parley/push_app/test',
  summary: 'Send a test notification to an app by Web Push.',
  caller: humans,
  params: { device_id: integer() },
  returns: {},
  errors: [browserPushIsNotConfigured, invalidClientDevice, isOff, browserIsGone, wasRefused],
  decide: (realm, user, { device_id }) => {
    if (realm.config.push_keys === undefined) throw browserPushIsNotConfigured({})
    const browser = findPushApp(realm, user, device_id)
    if (browser === undefined) throw isOff({})
    return { browser, notification: appTestNotification(realm, user.user_id), ...senderOf(realm) }
  },
  present: (edge, test) => send(edge, test),
})

export const testPushBrowser = endpoint.decision({
  route: 'POST /parley/push_browser/test',
  summary: 'Send a test notification to the browser of this session.',
  caller: humans,
  params: {},
  returns: {},
  errors: [browserPushIsNotConfigured, needsSession, isOff, browserIsGone, wasRefused],
  decide: (realm, user) => {
    if (realm.config.push_keys === undefined) throw browserPushIsNotConfigured({})
    const browser = findPushBrowser(realm, requireSession(realm))
    if (browser === undefined) throw isOff({})
    return { browser, notification: testNotificationFor(realm, user), ...senderOf(realm) }
  },
  present: (edge, test) => send(edge, test),
})

const senderOf = (realm: Realm) => ({ realm_url: ownUrl(realm), now: realm.now() })

type Test = { browser: PushBrowser; notification: WebPush; realm_url: string; now: number }

async function send({ config }: Edge, { browser, notification, realm_url, now }: Test) {
  const { outcome } = await deliver({ config, realm_url, now }, browser, notification)
  if (outcome === 'gone') throw browserIsGone({})
  if (outcome !== 'accepted') throw wasRefused({})
  return {}
}
