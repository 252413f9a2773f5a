import { keyOfStandardSecret, standardSignature } from '../../../outside/standard-webhooks'
import type { SentEvent } from './subscription'

type Signed = { subscription_id: number; event: SentEvent; secrets: readonly string[]; now: number }

/** Returns the headers and the body of a delivery, with a signature for each secret. */
export function signedRequest({ subscription_id, event, secrets, now }: Signed) {
  const { event_id, type, data } = event
  const body = JSON.stringify({ type, timestamp: new Date(now * 1000).toISOString(), data })
  const signed = { id: `evt_${subscription_id}_${event_id}`, now, body, keys: secrets.map(keyOfStandardSecret) }
  return { headers: { 'content-type': 'application/json', ...standardSignature(signed) }, body }
}
