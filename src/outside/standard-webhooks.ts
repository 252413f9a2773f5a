import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Returns a secret in the form of Standard Webhooks: base64 after a prefix. */
export const standardSecret = (key: Uint8Array): string => PREFIX + Buffer.from(key).toString('base64')

export const keyOfStandardSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64')

/** What is signed. A request has the same id in each attempt, so that the receiver can drop repetitions. */
type Signed = { id: string; now: number; body: string; keys: readonly Uint8Array[] }

/** Returns the headers with which Standard Webhooks signs a body: with a signature for each key. */
export function standardSignature({ id, now, body, keys }: Signed) {
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64'))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}
