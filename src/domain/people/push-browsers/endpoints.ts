import * as v from 'valibot'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { humans } from '../users/callers'
import { addPushBrowser, requireSession } from './actions'
import { needsSession, pushBrowserErrors } from './rules'
import { deletePushBrowsers, findPushBrowser } from './browsers'

export const getPushBrowser = endpoint.decision({
  route: 'GET /parley/push_browser',
  summary:
    'Get whether this browser receives push notifications, and the key with which it registers at its push service.',
  note: '`public_key` is null if the server has no keys. The server sends directly to the push service of the browser.',
  caller: humans,
  params: {},
  returns: { public_key: v.nullable(v.string()), is_on: v.boolean() },
  errors: [],
  decide: (realm) => ({
    public_key: realm.config.push_keys?.public_key ?? null,
    is_on: realm.session.id !== undefined && findPushBrowser(realm, realm.session.id) !== undefined,
  }),
})

export const turnPushBrowserOn = endpoint.decision({
  route: 'POST /parley/push_browser',
  summary: 'Send push notifications to the browser of this session, until the session ends.',
  note: 'The parameters are those of the `PushSubscription` of the browser. Notifications are encrypted for `public_key` (RFC 8291).',
  caller: humans,
  params: { endpoint: shortText(), public_key: shortText(), auth_secret: shortText() },
  returns: {},
  errors: [...pushBrowserErrors, encryptionIsNotConfigured],
  decide: (realm, actor, address) => addPushBrowser(realm, actor, address),
})

export const turnPushBrowserOff = endpoint.decision({
  route: 'DELETE /parley/push_browser',
  summary: 'Send no more push notifications to the browser of this session.',
  caller: humans,
  params: {},
  returns: {},
  errors: [needsSession],
  decide: (realm) => deletePushBrowsers(realm, [requireSession(realm)]),
})
