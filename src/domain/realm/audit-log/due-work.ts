import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deleteOldEntries, nextDeletion, nextDeletionCache } from './storage'

const MAX_ENTRIES = 100_000
const ENTRIES_PER_BATCH = 1000

/** Deletes the entries of the audit log that are older than the owners want to keep them. */
export const deleteAuditEntries: DueWork<Realm> = {
  name: 'delete_audit_entries',
  run: (realm) => {
    // The alarm fires often, and the search reads the table.
    const planned = realm.cache.find(nextDeletionCache)
    if (planned !== undefined && realm.now() < planned) return planned === Infinity ? undefined : planned
    realm.transaction(() => deleteOldEntries(realm, { most: MAX_ENTRIES, batch: ENTRIES_PER_BATCH }))
    const next = nextDeletion(realm)
    realm.cache.set(nextDeletionCache, next ?? Infinity)
    return next
  },
}
