import type { Realm } from '../../../realm'
import { storedDetails, type Details } from './detail-rules'
import type { AuditKind } from './kinds'
import { insertEntry } from './storage'

type Subject = {
  /** The user whom the entry concerns. */
  user_id?: number
}

/**
 * Adds an entry to the audit log, in the transaction of the change. The actor is the user who sent the request. Passwords, keys
 * and tokens are never among the details.
 */
export function recordAudit(realm: Realm, kind: AuditKind, { user_id }: Subject = {}, details: Details = {}): void {
  insertEntry(realm, {
    at: realm.now(),
    kind,
    actor_id: realm.session.user_id ?? null,
    user_id: user_id ?? null,
    address: realm.client.address,
    client: realm.client.name,
    details: storedDetails(details),
  })
}
