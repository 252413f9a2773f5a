import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { hasBouncer, refreshStatus } from './status'
import { findPushStatus } from './storage'

const SECONDS_BETWEEN_CHECKS = 3600

/**
 * Compares what the bouncer knows of the realm with the realm, each hour in which something happened. A realm without phones does
 * nothing.
 */
export const keepPushStatus: DueWork<Realm> = {
  name: 'keep_push_status',
  run: async (realm) => {
    const status = hasBouncer(realm) ? findPushStatus(realm) : undefined
    if (status === undefined || (realmRow(realm).is_deactivated && status.facts.includes('"deactivated":true')))
      return undefined
    const next = status.checked_at + SECONDS_BETWEEN_CHECKS
    if (realm.now() < next) return realm.log.lastId > status.checked_event ? next : undefined
    await refreshStatus(realm)
    return undefined
  },
}
