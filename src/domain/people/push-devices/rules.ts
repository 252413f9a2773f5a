import { apiError, badRequest, type ApiError } from '../../../api/errors'

/** The push services: `fcm` for Android, `apns` for iOS. */
export const TOKEN_KINDS = ['fcm', 'apns'] as const
type TokenKind = (typeof TOKEN_KINDS)[number]

export type DeviceStatus = 'active' | 'failed' | 'pending'

/** The registration of a phone by its owner (specification 4.17). Only the bouncer can decrypt the token in it. */
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
export const tooManyDevices = badRequest(() => `No more than ${DEVICES_MAX} devices can be registered.`)
export const tokenDoesNotExist = badRequest(() => 'Token does not exist')
export const invalidClientDevice = badRequest(() => 'Invalid device ID')
export const tokenErrors = [invalidLength, invalidApnsToken, tooManyDevices]
export const apnsErrors = [...tokenErrors, invalidAppId]
export const deviceErrors = [pushServiceNotConfigured, notBase64, tooManyDevices]

const KEY_BYTES = 32
// Every notification is encrypted once for each device.
const DEVICES_MAX = 100
export const MAX_REGISTRATION_LENGTH = 5000
export const MAX_TOKEN_LENGTH = 5000
const MAX_APP_ID_LENGTH = 100

const bytesOf = (base64: string): number | undefined =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64) ? atob(base64).length : undefined

/** Apple does not define the length of a token, so any number of whole bytes is valid. */
const isHex = (token: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(token)

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
  devices >= DEVICES_MAX ? tooManyDevices({}) : undefined

/** The token of a phone that receives notifications without encryption. */
export type PushToken = { token_kind: TokenKind; token: string; ios_app_id: string | null }

export function refusalOfToken({ token_kind, token, ios_app_id }: PushToken): ApiError | undefined {
  if (token === '' || token.length > MAX_TOKEN_LENGTH) return invalidLength({})
  if (token_kind === 'apns' && !isHex(token) && bytesOf(token) === undefined) return invalidApnsToken({})
  if (ios_app_id === null) return undefined
  return ios_app_id.length <= MAX_APP_ID_LENGTH && /^[.A-Za-z0-9-]+$/.test(ios_app_id) ? undefined : invalidAppId({})
}
