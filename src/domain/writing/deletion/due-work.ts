import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deleteExpired, hasRetention } from './retention'

const SECONDS_BETWEEN_LOOKS = 3600
const SECONDS_BETWEEN_BITES = 1
const LOOKED_AT = 'when expired messages were looked for'

/** Deletes what has been kept long enough, some at a time, so that nobody waits for it. */
export const enforceRetention: DueWork<Realm> = {
  name: 'enforce_retention',
  ring: (realm) => {
    if (!hasRetention(realm)) return undefined
    // Every message rings this alarm soon after, and what is kept for days need not be looked for that often.
    const next = (realm.memo.known<number>(LOOKED_AT) ?? -Infinity) + SECONDS_BETWEEN_LOOKS
    if (realm.now() < next) return next
    if (realm.transaction(() => deleteExpired(realm))) return realm.now() + SECONDS_BETWEEN_BITES
    realm.memo.forget(LOOKED_AT)
    return realm.memo.of(LOOKED_AT, () => realm.now()) + SECONDS_BETWEEN_LOOKS
  },
}
