import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../api/callers'
import { standardSecret, standardSignature } from '../../../outside/standard-webhooks'
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

/** Returns the secret with which calls are signed. */
export const signingSecret = (realm: Realm, automation: Automation): string =>
  standardSecret(derived(realm, 'signature', automation))

/** Returns the headers that sign a call. */
export const signatureOf = (realm: Realm, automation: Automation, { id, step }: Run, body: string) =>
  standardSignature({
    id: `automation_${automation.id}_${id}_${step}`,
    now: realm.now(),
    body,
    keys: [derived(realm, 'signature', automation)],
  })
