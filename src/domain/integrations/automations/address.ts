import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'
import type { Automation, Run } from './automation'

/*
 * The realm stores no secret of an automation: it derives them from its own. An id is never used again, so a maker who wants other
 * secrets makes the automation again.
 */

const derived = (realm: Realm, purpose: 'address' | 'signature', { id, created_at }: Automation): Buffer =>
  createHmac('sha256', fileSecret(realm)).update(`${purpose} of automation ${id} of ${created_at}`).digest()

/** Returns the last part of the address that starts an automation. */
export const addressToken = (realm: Realm, automation: Automation): string =>
  `${automation.id}-${derived(realm, 'address', automation).toString('base64url')}`

/** Returns the id in a token. The caller compares the rest. */
export const idInToken = (token: string): number => Number(/^(\d{1,15})-/.exec(token)?.[1] ?? 0)

export const isAddressOf = (realm: Realm, automation: Automation, token: string): boolean =>
  sameSecret(token, addressToken(realm, automation))

const PREFIX = 'whsec_'

/** Returns the secret with which calls are signed, in the form of Standard Webhooks. */
export const signingSecret = (realm: Realm, automation: Automation): string =>
  PREFIX + derived(realm, 'signature', automation).toString('base64')

/** Returns the headers that sign a call. A call has the same id in each attempt, so that the receiver can drop repetitions. */
export function signatureOf(realm: Realm, automation: Automation, { id, step }: Run, body: string) {
  const webhook_id = `automation_${automation.id}_${id}_${step}`
  const now = realm.now()
  const signed = createHmac('sha256', derived(realm, 'signature', automation)).update(`${webhook_id}.${now}.${body}`)
  return {
    'webhook-id': webhook_id,
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${signed.digest('base64')}`,
  }
}
