import { integer, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { pushBrowserErrors } from '../push-browsers/rules'
import { humans } from '../users/callers'
import { addPushApp, deletePushApp } from './client-device-actions'
import { invalidClientDevice } from './rules'

export const turnPushAppOn = endpoint.decision({
  route: 'POST /parley/push_app',
  summary: 'Send push notifications to an app by Web Push, until its device is removed.',
  note: 'For apps with UnifiedPush. The app registers at its distributor with the `public_key` of `GET /parley/push_browser`, and sends what the distributor gives it. Notifications are encrypted for `public_key` (RFC 8291). Their content is that of encrypted notifications of phones: see docs/unified-push.md.',
  caller: humans,
  params: { device_id: integer(), endpoint: shortText(), public_key: shortText(), auth_secret: shortText() },
  returns: {},
  errors: [...pushBrowserErrors, invalidClientDevice, encryptionIsNotConfigured],
  decide: (realm, actor, { device_id, ...address }) => addPushApp(realm, actor, device_id, address),
})

export const turnPushAppOff = endpoint.decision({
  route: 'DELETE /parley/push_app',
  summary: 'Send no more push notifications to an app by Web Push.',
  caller: humans,
  params: { device_id: integer() },
  returns: {},
  errors: [invalidClientDevice],
  decide: (realm, actor, { device_id }) => deletePushApp(realm, actor, device_id),
})
