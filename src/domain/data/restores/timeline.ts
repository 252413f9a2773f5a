import type { AnyEndpoint } from '../../../api/endpoint'
import { realmDoesNotExist, storeUnavailable } from '../../../api/errors'
import { logLine } from '../../../api/log-line'
import type { Realm } from '../../../realm'
import { withTimeLimit } from '../../../store/time-limit'
import { openRestore } from './journal-storage'
import { enterRestoredState } from './restored-state'
import { CONFIRMED_FOR_SECONDS, realmIsBeingRestored } from './rules'
import { restoreState, writeRestoreState } from './storage'

const SECONDS_FOR_D1 = 5

/** Returns a new realm, which has the newest state, and whose texts go to this database. */
export function beginTimeline<New extends Realm>(realm: New, database: string): New {
  realm.databases.generations.beginFirst(database)
  writeRestoreState(realm.sql, { confirmed_at: realm.now() })
  realm.timeline.state = 'newest'
  realm.timeline.confirmedAt = realm.now()
  return realm
}

/**
 * Finds out whether the platform restored an earlier state when this object started. The state cannot know: what it says about
 * restores is old, too. So it asks D1, unless it says that it was the newest a few minutes ago: no restore goes to such a
 * moment. If D1 does not respond, the question stays open, and no user is served: a restored state would issue ids again.
 */
export async function confirmTimeline(realm: Realm | undefined): Promise<void> {
  if (realm?.timeline.state === 'unknown') await leaveUnknown(realm)
}

async function leaveUnknown(realm: Realm): Promise<void> {
  const { timeline, sql } = realm
  const { confirmed_at, phase, restore_id } = restoreState(sql)
  if (phase === null && realm.now() < confirmed_at + CONFIRMED_FOR_SECONDS) {
    timeline.state = 'newest'
    timeline.confirmedAt = confirmed_at
    return
  }
  const open = await withTimeLimit(SECONDS_FOR_D1, openRestore(realm.d1, realm.name)).catch((error: unknown) => {
    logLine('error', 'restore_unknown', { realm: realm.name }, error)
    throw storeUnavailable({})
  })
  if (timeline.state !== 'unknown') return
  if (open === undefined) return beginServing(realm)
  // A restore goes to a moment at least ten minutes before it begins. So a state that was confirmed later is not that of the moment.
  const isAfter = phase !== null || confirmed_at > open.begun_at - CONFIRMED_FOR_SECONDS / 2
  const isKnown = open.restore_id === restore_id && isAfter
  if (!isKnown) enterRestoredState(realm, open)
  else if (phase !== null) timeline.state = phase
  else return beginServing(realm)
  realm.wakeAt(realm.now())
}

function beginServing(realm: Realm): void {
  const confirmed_at = realm.now()
  realm.transaction(() => writeRestoreState(realm.sql, { confirmed_at, phase: null }))
  realm.timeline.state = 'newest'
  realm.timeline.confirmedAt = confirmed_at
}

/** Returns the realm. Throws if there is none, or if it does not have the newest state and the caller is not the operator. */
export function requireNewestState<Found extends Realm>(realm: Found | undefined, { caller }: AnyEndpoint): Found {
  if (realm === undefined) throw realmDoesNotExist({})
  const isOperator = caller.needs === 'deployment' && realm.timeline.state !== 'unknown'
  if (realm.timeline.state !== 'newest' && !isOperator) throw realmIsBeingRestored({})
  return realm
}
