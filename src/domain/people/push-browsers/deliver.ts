import type { Config } from '../../../config'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { retryAfterSeconds } from '../../../outside/retry-after'
import { encryptFor } from './encrypt'
import { isPushService, type PushAddress } from './rules'
import { vapidHeader } from './vapid'

/** A notification for a push service: the text, which only the browser or the app can read, and how the service handles it. */
export type WebPush = {
  text: string
  urgency: 'high' | 'normal'
  /** The service keeps only the newest undelivered notification with the same topic. It is a hash, so it tells nothing. */
  topic?: string
  /** The seconds that the service keeps an undelivered notification. */
  seconds: number
}

/**
 * What happened to a notification: the push service accepted it; it says that the browser is gone; it does not accept this
 * notification; or it may accept it later, and then says after how many seconds. `pauses` is what must not be asked meanwhile: the
 * address, or the whole service.
 */
export type Delivery =
  | { outcome: 'accepted' | 'gone' | 'refused' }
  | { outcome: 'later'; seconds: number; pauses: 'address' | 'service' }

type Sender = {
  config: Pick<Config, 'push_keys' | 'push_services' | 'outside'>
  realm_url: string
  now: number
}

/** Sends a notification to the push service of a browser or an app. Does not throw. */
export async function deliver(
  { config, realm_url, now }: Sender,
  { endpoint, ...keys }: PushAddress,
  { text, urgency, topic, seconds }: WebPush,
): Promise<Delivery> {
  // The operator may have removed the service from the list.
  if (config.push_keys === undefined || !isPushService(endpoint, config)) return { outcome: 'gone' }
  const body = await encryptFor(keys, text).catch(() => undefined)
  if (body === undefined) return { outcome: 'gone' }
  const result = await fetchOutside(config.outside, purposes.browser_push, {
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: await vapidHeader(config.push_keys, { endpoint, realm_url, now }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(seconds),
      urgency,
      ...(topic === undefined ? {} : { topic }),
    },
    body,
  })
  if ('failure' in result) {
    const isFinal = result.failure === 'disabled' || result.failure === 'address'
    return isFinal ? { outcome: 'refused' } : { outcome: 'later', seconds: 0, pauses: 'service' }
  }
  return deliveryOf(result.response, now)
}

/** Returns what must not be asked before the end of the pause. */
export const pausedBy = (endpoint: string, { pauses }: { pauses: 'address' | 'service' }): string =>
  pauses === 'address' ? endpoint : new URL(endpoint).origin

const [NOT_FOUND, GONE, TOO_MANY_REQUESTS] = [404, 410, 429]

/** A service that knows the browser no longer answers 404 or 410. Other errors below 500 are about this request. */
export function deliveryOf({ status, headers }: Pick<Response, 'status' | 'headers'>, now: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status === NOT_FOUND || status === GONE) return { outcome: 'gone' }
  if (status !== TOO_MANY_REQUESTS && status < 500) return { outcome: 'refused' }
  // RFC 8030 limits the notifications of one address with 429.
  const pauses = status === TOO_MANY_REQUESTS ? 'address' : 'service'
  return { outcome: 'later', seconds: retryAfterSeconds(headers.get('retry-after'), now), pauses }
}
