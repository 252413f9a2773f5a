import { integer, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { MAX_TOKEN_LENGTH, pushServiceNotConfigured } from '../../people/push-devices/rules'
import { pushDevicesOf, pushTokensOf, statusOf } from '../../people/push-devices/storage'
import { humans } from '../../people/users/callers'
import { askBouncer, realmUuid, bouncerDevice } from './bouncer'
import { deviceRequests } from './device-requests'
import { pushRequests } from './notifications'
import { testPayload } from './payloads'
import { bouncerErrors, bouncerRefusal, deviceNotRecognized, noActiveDevice } from './rules'

export const testNotification = endpoint.decision({
  route: 'POST /mobile_push/test_notification',
  summary: 'Send a test notification to one of your phones, or to all of them, not encrypted.',
  caller: humans,
  params: { token: optional(text(2 * MAX_TOKEN_LENGTH)) },
  returns: {},
  errors: [deviceNotRecognized, pushServiceNotConfigured, ...bouncerErrors],
  decide: (realm, { user_id }, { token }) => {
    const tokens = pushTokensOf(realm.sql, user_id).filter(
      (registered) => token === undefined || registered.token === token,
    )
    if (token !== undefined && tokens.length === 0) throw deviceNotRecognized({})
    return { realm_uuid: realmUuid(realm), devices: tokens.map(bouncerDevice), payload: testPayload(realm, user_id) }
  },
  present: async (edge, request) => {
    if (edge.config.push_bouncer.url === '') throw pushServiceNotConfigured({})
    if (request.devices.length === 0) return {}
    const answer = await askBouncer(edge.config, 'test_notification', request)
    if (!answer.ok) throw bouncerRefusal(answer.code)
    return {}
  },
})

export const testSealedNotification = endpoint.decision({
  route: 'POST /mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted test notification to one of your phones, or to all of them.',
  caller: humans,
  params: { push_account_id: optional(integer()), device_id: optional(integer()) },
  returns: {},
  errors: [noActiveDevice, pushServiceNotConfigured, ...bouncerErrors],
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
    const push_requests: object[] = [...(await pushRequests(devices, payload)), ...requests]
    if (push_requests.length === 0) throw noActiveDevice({})
    const answer = await askBouncer(edge.config, 'e2ee/notify', { realm_uuid, push_requests })
    if (!answer.ok) throw bouncerRefusal(answer.code)
    return {}
  },
})
