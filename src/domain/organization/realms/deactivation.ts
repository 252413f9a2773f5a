import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { realmDeactivated } from '../../realm/settings/events'
import { realmNumber } from '../../realm/settings/realm-number'
import { realmRow, writeDeactivated } from '../../realm/settings/storage'
import { endQueues } from '../../people/users/end-queues'
import { everyone } from '../../people/users/events'

/**
 * Nobody is let in any more: every account is refused from here on, and whoever listens hears of it as the last thing.
 * Everything stays as it is, until whoever runs the deployment brings the organization back.
 */
export function deactivateRealm(realm: Realm): void {
  realm.publish(realmDeactivated({ realm_id: realmNumber(realm) }), everyone({}))
  writeDeactivated(realm, true)
  realm.wakeAt(realm.now())
}

/** Keys and passwords are good again; clients register anew. */
export const reactivateRealm = (realm: Realm): void => writeDeactivated(realm, false)

/** Those who listened have been told by now: their queues end. */
export const endQueuesOfDeactivated: DueWork<Realm> = {
  name: 'remove_deactivated_realm_queues',
  run: (realm) => {
    if (!realmRow(realm).is_deactivated || !realm.queues.hasAny) return undefined
    realm.transaction(() => endQueues(realm, realm.queues.allIds()))
    return undefined
  },
}
