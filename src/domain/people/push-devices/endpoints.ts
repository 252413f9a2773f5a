import * as v from 'valibot'
import { missingParameter } from '../../../api/decode'
import { integer, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { anyUser, humans } from '../users/callers'
import { addToken, deleteToken, registerDevice } from './actions'
import { addClientDevice, changeDevicePush, deleteClientDevice } from './client-device-actions'
import { keyIn, registrationIn, tokenIn } from './registration-fields'
import {
  apnsErrors,
  deviceErrors,
  devicePushErrors,
  invalidClientDevice,
  MAX_REGISTRATION_LENGTH,
  MAX_TOKEN_LENGTH,
  pushServiceNotConfigured,
  TOKEN_KINDS,
  tokenDoesNotExist,
  tokenErrors,
} from './rules'

export const registerPushDevice = endpoint.decision({
  route: 'POST /mobile_push/register',
  summary: 'Register a phone for encrypted push notifications, or change its key or its token.',
  note: 'A client with a `device_id` sends the key, the token or both, as since feature level 468. Other clients send the parameters of feature level 406.',
  caller: humans,
  params: {
    device_id: optional(integer()),
    push_key_id: optional(integer()),
    push_key: optional(shortText()),
    token_id: optional(shortText()),
    token_kind: optional(oneOf(TOKEN_KINDS)),
    push_account_id: optional(integer()),
    push_public_key: optional(shortText()),
    bouncer_public_key: optional(shortText()),
    encrypted_push_registration: optional(text(2 * MAX_REGISTRATION_LENGTH)),
  },
  returns: {},
  errors: [...deviceErrors, ...devicePushErrors, invalidClientDevice, missingParameter, encryptionIsNotConfigured],
  prepare: (edge) => ({ bouncer_url: edge.config.push_bouncer.url }),
  decide: (realm, actor, { bouncer_url, device_id, ...fields }) => {
    if (bouncer_url === '') throw pushServiceNotConfigured({})
    if (device_id === undefined) return registerDevice(realm, actor, registrationIn(fields))
    changeDevicePush(realm, actor, { device_id, key: keyIn(fields), token: tokenIn(fields) })
  },
})

export const addApnsToken = endpoint.decision({
  route: 'POST /users/me/apns_device_token',
  summary: 'Register an iOS device for push notifications without encryption.',
  caller: humans,
  params: { token: text(2 * MAX_TOKEN_LENGTH), appid: shortText() },
  returns: {},
  errors: apnsErrors,
  decide: (realm, actor, { token, appid }) => addToken(realm, actor, { token_kind: 'apns', token, ios_app_id: appid }),
})

export const removeApnsToken = endpoint.decision({
  route: 'DELETE /users/me/apns_device_token',
  summary: 'Stop push notifications to an iOS device.',
  caller: humans,
  params: { token: text(2 * MAX_TOKEN_LENGTH) },
  returns: {},
  errors: [...tokenErrors, tokenDoesNotExist],
  decide: (realm, actor, { token }) => deleteToken(realm, actor, { token_kind: 'apns', token }),
})

export const addFcmToken = endpoint.decision({
  route: 'POST /users/me/android_gcm_reg_id',
  summary: 'Register an Android device for push notifications without encryption.',
  caller: humans,
  params: { token: text(2 * MAX_TOKEN_LENGTH) },
  returns: {},
  errors: tokenErrors,
  decide: (realm, actor, { token }) => addToken(realm, actor, { token_kind: 'fcm', token, ios_app_id: null }),
})

export const removeFcmToken = endpoint.decision({
  route: 'DELETE /users/me/android_gcm_reg_id',
  summary: 'Stop push notifications to an Android device.',
  caller: humans,
  params: { token: text(2 * MAX_TOKEN_LENGTH) },
  returns: {},
  errors: [...tokenErrors, tokenDoesNotExist],
  decide: (realm, actor, { token }) => deleteToken(realm, actor, { token_kind: 'fcm', token }),
})

export const registerClientDevice = endpoint.decision({
  route: 'POST /register_client_device',
  summary: 'Register this client as a device.',
  caller: anyUser,
  params: {},
  returns: { device_id: v.number() },
  errors: [],
  decide: (realm, actor) => ({ device_id: addClientDevice(realm, actor) }),
})

export const removeClientDevice = endpoint.decision({
  route: 'POST /remove_client_device',
  summary: 'Remove a device.',
  caller: anyUser,
  params: { device_id: integer() },
  returns: {},
  errors: [invalidClientDevice],
  decide: (realm, actor, { device_id }) => deleteClientDevice(realm, actor, device_id),
})
