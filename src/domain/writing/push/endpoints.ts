import { integer, optional, text } from '../../../api/params'
import { endpoint, step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { MAX_TOKEN_LENGTH, pushServiceNotConfigured } from '../../people/push-devices/rules'
import { pushDevicesOf, pushTokensOf, statusOf } from '../../people/push-devices/storage'
import { askBouncer } from '../../people/push-service/bouncer'
import { bouncerErrorsWithTexts, bouncerRefusal } from '../../people/push-service/rules'
import { noteRefused } from '../../people/push-service/status'
import { userUuid } from '../../people/user-uuids/storage'
import { humans } from '../../people/users/callers'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { bouncerTokenOf, TOKEN_KIND_NUMBERS } from './bouncer-tokens'
import { deviceRequests } from './device-requests'
import { legacyBase } from './legacy-payloads'
import { noteSealed, readSealed } from './notifications'
import { oldSealedRequests } from './older-requests'
import { testPayload } from './payloads'
import { deviceNotRecognized, noActiveDevice } from './rules'

export const testNotification = endpoint.decision({
  route: 'POST /mobile_push/test_notification',
  summary: 'Send a test notification to one of your phones, or to all of them, not encrypted.',
  caller: humans,
  params: { token: optional(text(2 * MAX_TOKEN_LENGTH)) },
  returns: {},
  errors: [deviceNotRecognized, pushServiceNotConfigured, ...bouncerErrorsWithTexts],
  decide: (realm, { user_id }, { token }) => {
    if (realm.config.push_bouncer.url === '') throw pushServiceNotConfigured({})
    const tokens = pushTokensOf(realm.sql, user_id).filter(
      (registered) => token === undefined || registered.token === token,
    )
    if (token !== undefined && tokens.length === 0) throw deviceNotRecognized({})
    if (tokens.length === 0) return []
    const common = {
      user_id,
      user_uuid: userUuid(realm, user_id),
      realm_uuid: realmUuid(realm),
      base_payload: legacyBase(realm, testPayload(realm, user_id)),
    }
    return tokens.map((registered) => ({
      token: bouncerTokenOf(registered),
      token_kind: TOKEN_KIND_NUMBERS[registered.token_kind],
      ...common,
    }))
  },
  present: async ({ config }, requests) => {
    for (const json of requests) {
      const answer = await askBouncer(config, { path: 'push/test_notification', json })
      if (!answer.ok) throw bouncerRefusal(answer)
    }
    return {}
  },
})

type Noted = { sealed: ReturnType<typeof readSealed> } | { refused: string }

const note = step((realm: Realm, _, noted: Noted) =>
  'sealed' in noted ? noteSealed(realm, noted.sealed) : noteRefused(realm, noted.refused),
)

export const testSealedNotification = endpoint.decision({
  route: 'POST /mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted test notification to one of your phones, or to all of them.',
  caller: humans,
  params: { push_account_id: optional(integer()), device_id: optional(integer()) },
  returns: {},
  errors: [noActiveDevice, pushServiceNotConfigured, ...bouncerErrorsWithTexts],
  steps: { note },
  decide: (realm, { user_id }, { push_account_id, device_id }) => {
    const payload = testPayload(realm, user_id)
    const phones = device_id === undefined ? pushDevicesOf(realm.sql, user_id) : []
    const devices = phones.filter(
      (device) =>
        statusOf(device) === 'active' && (push_account_id === undefined || device.push_account_id === push_account_id),
    )
    const requests = push_account_id === undefined ? deviceRequests(realm, user_id, payload, device_id) : []
    if (devices.length + requests.length === 0) throw noActiveDevice({})
    return { realm_uuid: realmUuid(realm), devices, requests, payload }
  },
  present: async (edge, { realm_uuid, devices, requests, payload }) => {
    if (edge.config.push_bouncer.url === '') throw pushServiceNotConfigured({})
    const older = await oldSealedRequests(devices, payload)
    if (older.length + requests.length === 0) throw noActiveDevice({})
    if (older.length > 0) await notify(edge, { realm_uuid, push_requests: older })
    if (requests.length === 0) return {}
    const sealed = readSealed(await notify(edge, { realm_uuid, push_requests: requests }))
    await edge.ask(note, { sealed })
    if (older.length === 0 && sealed.delete_token_ids.length >= requests.length) throw noActiveDevice({})
    return {}
  },
})

async function notify(edge: Edge, json: { realm_uuid: string; push_requests: object[] }): Promise<unknown> {
  const answer = await askBouncer(edge.config, { path: 'push/e2ee/notify', json })
  if (!answer.ok && answer.retry === 'operator') await edge.ask(note, { refused: answer.code })
  if (!answer.ok) throw bouncerRefusal(answer)
  return answer.fields
}
