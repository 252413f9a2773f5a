import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deleteOldClientIds } from './storage'

const IDS_PER_BATCH = 2000

/** Deletes the client ids of messages that were sent more than eight days ago. */
export const forgetClientIds: DueWork<Realm> = {
  name: 'forget_client_ids',
  run: (realm) => realm.transaction(() => deleteOldClientIds(realm, IDS_PER_BATCH)),
}
