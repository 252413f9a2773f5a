import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { endAllSessions } from '../../people/sessions/actions'
import { everyone } from '../../people/users/events'
import { realmDeactivated } from '../../realm/settings/events'
import { realmNumber } from '../../realm/settings/realm-number'
import { writeDeactivated } from '../../realm/settings/storage'
import { cancelErasure } from './erasure-storage'

/**
 * Deactivates the realm: all requests of its users are refused from now on. The event about it is the last one that clients
 * receive. The data stays, and the operator of the deployment can reactivate the realm.
 */
export function deactivateRealm(realm: Realm): void {
  realm.publish(realmDeactivated({ realm_id: realmNumber(realm) }), everyone({}))
  writeDeactivated(realm, true)
  recordAudit(realm, 'organization_deactivated')
  endAllSessions(realm)
  realm.wakeAt(realm.now())
}

/** Reactivates the realm. API keys and passwords work again, and clients register new queues. It is not erased. */
export function reactivateRealm(realm: Realm): void {
  writeDeactivated(realm, false)
  cancelErasure(realm.sql)
}
