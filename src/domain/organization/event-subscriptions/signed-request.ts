import { createHmac } from 'node:crypto'
import type { SentEvent } from './subscription'

const PREFIX = 'whsec_'

/** Returns a secret in the form of Standard Webhooks: base64 after a prefix. */
export const secretFrom = (randomText: string): string => PREFIX + Buffer.from(randomText).toString('base64')

/** What is signed: the same event has the same id in each attempt, so that the receiver can drop repetitions. */
type Signed = { subscription_id: number; event: SentEvent; secrets: readonly string[]; now: number }

/** Returns the headers and the body of a delivery, as Standard Webhooks describes them: with a signature for each secret. */
export function signedRequest({ subscription_id, event, secrets, now }: Signed) {
  const { event_id, type, data } = event
  const id = `evt_${subscription_id}_${event_id}`
  const body = JSON.stringify({ type, timestamp: new Date(now * 1000).toISOString(), data })
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')}`
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': signatures.join(' '),
  }
  return { headers, body }
}
