import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { recoverNext } from './recover'
import { CONFIRMED_FOR_SECONDS } from './rules'
import { writeRestoreState } from './storage'

const PAGES_PER_RUN = 20

/** Recovers the texts of a restored state. While it runs, no other due work does. */
export const recoverRestoredState: DueWork<Realm> = {
  name: 'recover_restored_state',
  run: async (realm) => {
    if (realm.timeline.state !== 'recovering') return undefined
    for (let pages = 0; pages < PAGES_PER_RUN; pages++) if (await recoverNext(realm)) return realm.now()
    return realm.now() + 1
  },
}

/** Stores from time to time that this is the newest state, so that a start soon after needs no answer of D1. */
export const confirmNewestState: DueWork<Realm> = {
  name: 'confirm_newest_state',
  run: (realm) => {
    const { timeline } = realm
    const confirmed_at = realm.now()
    if (timeline.state !== 'newest' || confirmed_at < timeline.confirmedAt + CONFIRMED_FOR_SECONDS / 2) return undefined
    realm.transaction(() => writeRestoreState(realm.sql, { confirmed_at }))
    timeline.confirmedAt = confirmed_at
    return undefined
  },
}
