import { badRequest } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { requireSession } from '../../people/push-browsers/actions'
import { browserPushIsNotConfigured, needsSession } from '../../people/push-browsers/rules'
import { findPushBrowser } from '../../people/push-browsers/browsers'
import { humans } from '../../people/users/callers'
import { deliver } from './deliver'
import { testNotificationFor } from './notification'

const isOff = badRequest(() => 'Notifications are off in this browser.')
const browserIsGone = badRequest(() => 'The push service does not know this browser any more.')
const wasRefused = badRequest(() => 'The push service did not accept the notification.')

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
    return { browser, notification: testNotificationFor(realm, user), now: realm.now() }
  },
  present: async ({ config, realm_url }, { browser, notification, now }) => {
    const { outcome } = await deliver({ config, realm_url, now }, browser, notification)
    if (outcome === 'gone') throw browserIsGone({})
    if (outcome !== 'accepted') throw wasRefused({})
    return {}
  },
})
