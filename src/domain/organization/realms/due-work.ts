import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'

/** Removes the queues of a deactivated realm, after the clients received the event about the deactivation. */
export const removeQueuesOfDeactivatedRealm: DueWork<Realm> = {
  name: 'remove_deactivated_realm_queues',
  run: (realm) => {
    if (!realmRow(realm).is_deactivated || !realm.listeners.haveQueues) return undefined
    realm.transaction(() => realm.listeners.removeAllQueues())
    return undefined
  },
}
