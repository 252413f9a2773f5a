import { badRequest, type ApiError } from '../../../api/errors'
import type { Config } from '../../../config'

/** What a browser or an app tells about its registration at a push service (RFC 8030 and RFC 8291). The keys are base64url. */
export type PushAddress = {
  /** The URL to which notifications are sent. Each browser has another one, which cannot be guessed. */
  endpoint: string
  /** Notifications are encrypted for this key. */
  public_key: string
  /** A secret of the browser, which each notification proves to know. */
  auth_secret: string
}

/** `session_id` names the session of a browser, or an app: see `appOf`. */
export type PushBrowser = PushAddress & { session_id: number; user_id: number }

/**
 * Returns the name of an app that has an API key and no session, by its device. Android without Google has such apps: a program of
 * the phone, the distributor, receives their notifications (UnifiedPush).
 */
export const appOf = (device_id: number): number => -device_id

export const isApp = (session_id: number): boolean => session_id < 0

export const browserPushIsNotConfigured = badRequest(() => 'This server has no keys for notifications in browsers.')
export const needsSession = badRequest(() => 'Only a browser that is logged in can receive these notifications.')
const unknownPushService = badRequest(() => 'The server does not know this push service.')
const invalidKeys = badRequest(() => 'The keys of the browser are invalid.')
export const isOfAnotherBrowser = badRequest(() => 'Another browser has this address.')
export const pushBrowserErrors = [
  browserPushIsNotConfigured,
  needsSession,
  unknownPushService,
  invalidKeys,
  isOfAnotherBrowser,
]

/** The push services of the browsers: Chromium, Firefox, Safari and Edge. A name with a star has any label there. */
const PUSH_SERVICES = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

type Services = Pick<Config, 'push_services' | 'outside'>

/**
 * Returns whether a URL leads to a push service that the server knows. The server sends requests there, so a user must not
 * choose any other address.
 */
export function isPushService(endpoint: string, { push_services, outside }: Services): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(outside.allows_private && url.protocol === 'http:')) return false
  return [...PUSH_SERVICES, ...push_services].some((service) =>
    service.startsWith('*.') ? url.host.endsWith(service.slice(1)) : url.host === service,
  )
}

const [PUBLIC_KEY_BYTES, AUTH_SECRET_BYTES] = [65, 16]
const UNCOMPRESSED = 4

export function refusalOfAddress({ endpoint, public_key, auth_secret }: PushAddress, services: Services) {
  if (!isPushService(endpoint, services)) return unknownPushService({})
  return refusalOfKeys(public_key, auth_secret)
}

function refusalOfKeys(public_key: string, auth_secret: string): ApiError | undefined {
  const key = bytesOf(public_key)
  const isPoint = key?.length === PUBLIC_KEY_BYTES && key[0] === UNCOMPRESSED
  return isPoint && bytesOf(auth_secret)?.length === AUTH_SECRET_BYTES ? undefined : invalidKeys({})
}

function bytesOf(base64url: string): Uint8Array | undefined {
  return /^[\w-]+$/.test(base64url) ? new Uint8Array(Buffer.from(base64url, 'base64url')) : undefined
}
