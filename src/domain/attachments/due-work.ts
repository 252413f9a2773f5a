import type { DueWork } from '../../events/due-work'
import type { Realm } from '../../realm'
import { removeAttachment } from './actions'
import { UNCLAIMED_SECONDS } from './rules'
import { firstUnclaimed, unclaimedSince } from './storage'

const FILES_PER_BITE = 100

/** Files that no message has held for some weeks go. */
export const collectUnclaimed: DueWork<Realm> = {
  name: 'collect unclaimed files',
  ring: (realm) => {
    const since = realm.now() - UNCLAIMED_SECONDS
    realm.transaction(() => {
      for (const file of unclaimedSince(realm, since, FILES_PER_BITE)) removeAttachment(realm, file)
    })
    const next = firstUnclaimed(realm)
    return next === undefined ? undefined : Math.max(next + UNCLAIMED_SECONDS, realm.now() + 1)
  },
}
