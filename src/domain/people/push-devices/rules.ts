import { apiError, badRequest, type ApiError } from '../../../api/errors'

/** The push services: `fcm` for Android, `apns` for iOS. */
export const TOKEN_KINDS = ['fcm', 'apns'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

export type DeviceStatus = 'active' | 'failed' | 'pending'

/** The registration of a phone by its owner (API rule 12). Only the bouncer can decrypt the token in it. */
export type DeviceRegistration = {
  push_account_id: number
  token_kind: TokenKind
  push_public_key: string
  bouncer_public_key: string
  encrypted_push_registration: string
}

export const pushServiceNotConfigured = apiError(
  'PUSH_SERVICE_NOT_CONFIGURED',
  () => 'Server is not configured to use push notification service.',
)
const notBase64 = badRequest((f: { var_name: string }) => `Invalid ${f.var_name}`)
const invalidLength = badRequest(() => 'Empty or invalid length token')
const invalidApnsToken = badRequest(() => 'Invalid APNS token')
const invalidAppId = badRequest(() => 'Invalid app ID')
export const tooManyDevices = badRequest(() => `No more than ${MAX_DEVICES} devices can be registered.`)
export const tokenDoesNotExist = badRequest(() => 'Token does not exist')
export const invalidClientDevice = badRequest(() => 'Invalid `device_id`')
const invalidDeviceField = badRequest((f: { var_name: string }) => `Invalid \`${f.var_name}\``)
export const incompleteDevicePush = badRequest(
  () => 'Missing parameters: must provide either all push key fields, all token fields, or both.',
)
const tokenIdNotBase64 = badRequest(() => '`token_id` is not Base64 encoded')
const noKeyToRotate = badRequest(() => 'No push registration exists to rotate key for.')
const noTokenToRotate = badRequest(() => 'No push registration exists to rotate token for.')
const registrationInProgress = badRequest(() => 'A registration for the device already in progress.')
export const devicePushErrors = [
  invalidDeviceField,
  tokenIdNotBase64,
  incompleteDevicePush,
  noKeyToRotate,
  noTokenToRotate,
  registrationInProgress,
]
export const tokenErrors = [invalidLength, invalidApnsToken, tooManyDevices]
export const apnsErrors = [...tokenErrors, invalidAppId]
export const deviceErrors = [pushServiceNotConfigured, notBase64, tooManyDevices]

const KEY_BYTES = 32
// Every notification is encrypted once for each device.
const MAX_DEVICES = 100
/** Each login of an app is a device, and each is in the answer to `POST /register`. */
export const MAX_CLIENT_DEVICES = 200
export const MAX_REGISTRATION_LENGTH = 5000
export const MAX_TOKEN_LENGTH = 5000
const MAX_APP_ID_LENGTH = 100

const bytesOf = (base64: string): number | undefined =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64) ? atob(base64).length : undefined

/** Apple does not define the length of a token, so any number of whole bytes is valid. */
const isHex = (token: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(token)

/** The key with which the server encrypts for a device, and the device's name of it. */
export type PushKey = { push_key_id: number; push_key: string }
/** A token of a push service, which only the bouncer can read, and the device's name of it. */
export type TokenRegistration = {
  token_kind: TokenKind
  token_id: string
  bouncer_public_key: string
  encrypted_push_registration: string
}

/** The first byte of a key names the cryptosystem. This is `crypto_secretbox` of libsodium. */
const SECRETBOX = 0x31
const TOKEN_ID_BYTES = 8
const MAX_KEY_ID = 2 ** 32 - 1

type PushState = {
  push_key_id: number | null
  push_token_id: string | null
  pending_push_token_id: string | null
  error_code: string | null
}

/** Returns why a device cannot change its key, its token or both. */
export function refusalOfDevicePush(
  device: PushState,
  key: PushKey | undefined,
  token: TokenRegistration | undefined,
): ApiError | undefined {
  if (key === undefined && token === undefined) return incompleteDevicePush({})
  if (key && !isPushKey(key.push_key)) return invalidDeviceField({ var_name: 'push_key' })
  if (key && (key.push_key_id < 0 || key.push_key_id > MAX_KEY_ID))
    return invalidDeviceField({ var_name: 'push_key_id' })
  const tokenRefusal = token && refusalOfTokenFields(token)
  if (tokenRefusal) return tokenRefusal
  if (device.push_key_id === null && token === undefined) return noKeyToRotate({})
  if (token && isRegistering(device)) return registrationInProgress({})
  if (device.push_key_id === null && key === undefined) return noTokenToRotate({})
  return undefined
}

function refusalOfTokenFields(token: TokenRegistration): ApiError | undefined {
  const bytes = bytesOf(token.token_id)
  if (bytes === undefined) return tokenIdNotBase64({})
  if (bytes !== TOKEN_ID_BYTES) return invalidDeviceField({ var_name: 'token_id' })
  if (bytesOf(token.bouncer_public_key) !== KEY_BYTES) return invalidDeviceField({ var_name: 'bouncer_public_key' })
  return isRegistration(token.encrypted_push_registration)
    ? undefined
    : invalidDeviceField({ var_name: 'encrypted_push_registration' })
}

const isRegistering = ({ pending_push_token_id, error_code }: PushState): boolean =>
  pending_push_token_id !== null && error_code === null

/** Returns whether the bouncer knows the token of the device, and has not refused a later one. */
export const isActiveToken = (device: PushState, token_id: string): boolean =>
  device.push_token_id === token_id && device.pending_push_token_id === null && device.error_code === null

const isPushKey = (key: string): boolean => bytesOf(key) === KEY_BYTES + 1 && atob(key).charCodeAt(0) === SECRETBOX

const isRegistration = (text: string): boolean => text.length <= MAX_REGISTRATION_LENGTH && Boolean(bytesOf(text))

/** Refuses keys for which the server cannot encrypt, and registrations that the bouncer could not read. */
export function refusalOfDevice(registration: DeviceRegistration): ApiError | undefined {
  const { push_public_key, bouncer_public_key, encrypted_push_registration } = registration
  if (bytesOf(push_public_key) !== KEY_BYTES) return notBase64({ var_name: 'push_public_key' })
  if (bytesOf(bouncer_public_key) !== KEY_BYTES) return notBase64({ var_name: 'bouncer_public_key' })
  const isTooLong = encrypted_push_registration.length > MAX_REGISTRATION_LENGTH
  if (isTooLong || !bytesOf(encrypted_push_registration)) return notBase64({ var_name: 'encrypted_push_registration' })
  return undefined
}

export const refusalOfDeviceCount = (devices: number): ApiError | undefined =>
  devices >= MAX_DEVICES ? tooManyDevices({}) : undefined

/** The token of a phone that receives notifications without encryption. */
export type PushToken = { token_kind: TokenKind; token: string; ios_app_id: string | null }

export function refusalOfToken({ token_kind, token, ios_app_id }: PushToken): ApiError | undefined {
  if (token === '' || token.length > MAX_TOKEN_LENGTH) return invalidLength({})
  if (token_kind === 'apns' && !isHex(token) && bytesOf(token) === undefined) return invalidApnsToken({})
  if (ios_app_id === null) return undefined
  return ios_app_id.length <= MAX_APP_ID_LENGTH && /^[.A-Za-z0-9-]+$/.test(ios_app_id) ? undefined : invalidAppId({})
}
