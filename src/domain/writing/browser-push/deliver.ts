import type { Config } from '../../../config'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { retryAfterSeconds } from '../../../outside/retry-after'
import { isPushService, type PushBrowser } from '../../people/push-browsers/rules'
import { encryptFor } from './encrypt'
import type { BrowserNotification } from './notification'
import { vapidHeader } from './vapid'

/**
 * What happened to a notification: the push service accepted it; it says that the browser is gone; it does not accept this
 * notification; or it may accept it later, and then says after how many seconds.
 */
export type Delivery = { outcome: 'accepted' | 'gone' | 'refused' } | { outcome: 'later'; seconds: number }

type Sender = { config: Pick<Config, 'push_keys' | 'push_services' | 'outside'>; realm_url: string; now: number }

/** Sends a notification to the push service of a browser. Does not throw. */
export async function deliver(
  { config, realm_url, now }: Sender,
  { endpoint, ...keys }: PushBrowser,
  { text, urgency, topic, seconds }: BrowserNotification,
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
      topic,
    },
    body,
  })
  if ('failure' in result) {
    const isFinal = result.failure === 'disabled' || result.failure === 'address'
    return isFinal ? { outcome: 'refused' } : { outcome: 'later', seconds: 0 }
  }
  return deliveryOf(result.response, now)
}

const [NOT_FOUND, GONE, TOO_MANY_REQUESTS] = [404, 410, 429]

/** A service that knows the browser no longer answers 404 or 410. Other errors below 500 are about this request. */
export function deliveryOf({ status, headers }: Pick<Response, 'status' | 'headers'>, now: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status === NOT_FOUND || status === GONE) return { outcome: 'gone' }
  if (status !== TOO_MANY_REQUESTS && status < 500) return { outcome: 'refused' }
  return { outcome: 'later', seconds: retryAfterSeconds(headers.get('retry-after'), now) }
}
