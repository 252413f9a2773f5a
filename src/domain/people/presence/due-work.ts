import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { decideHowToShow } from './actions'
import { writePresencesIfDue } from './storage'

/** Writes the presences that changed in memory, many at a time. */
export const writeChangedPresences: DueWork<Realm> = {
  name: 'write_presences',
  run: (realm) => realm.transaction(() => writePresencesIfDue(realm)),
}

// The alarm rings soon after every message. To count the people each time would cost more than the message.
const DECISION_PAUSE_SECONDS = 60

const decidedAtCache = cacheKey<number>({ survivesRollback: true })

/** Decides again whether clients receive the presences of all users. */
export const decideAboutPresences: DueWork<Realm> = {
  name: 'decide_about_presences',
  run: (realm) => {
    const { cache } = realm
    if (realm.now() < (cache.find(decidedAtCache) ?? -Infinity) + DECISION_PAUSE_SECONDS) return undefined
    cache.set(decidedAtCache, realm.now())
    realm.transaction(() => decideHowToShow(realm))
    return undefined
  },
}
