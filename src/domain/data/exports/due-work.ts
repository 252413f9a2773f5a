import type { DueWork } from '../../../events/due-work'
import type { Realm, ReadOnlyRealm } from '../../../realm'
import { attemptsOf, pauseAfter } from '../../../store/retry-schedules'
import { withTimeLimit } from '../../../store/time-limit'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { deleteReadyExport, failExport } from './actions'
import { createBatch, finishBatch } from './batch'
import { stateOf, type DataExport } from './data-export'
import { DAYS_OF_SEARCH_EXPORTS } from './rules'
import { exportsOfSearches, findDueExport, findExport, nextDueTime, updateExport } from './storage'

// Other due work waits for these batches.
const BATCHES_PER_ALARM = 2
const MAX_BATCH_SECONDS = 20
/** Longer than a batch can take, so that no batch runs twice at the same time. */
const ABANDONED_AFTER_SECONDS = 60

/**
 * Makes exports in batches. Each batch creates one file and stores the progress. The start of a batch is stored before it
 * runs, so that an object that dies in it repeats only this batch. After too many attempts, the export fails.
 */
export const makeExports: DueWork<Realm> = {
  name: 'make_exports',
  run: async (realm) => {
    for (let batch = 0; batch < BATCHES_PER_ALARM; batch++) {
      const dataExport = realm.transaction(() => startBatch(realm))
      if (dataExport === undefined) break
      await runBatch(realm, dataExport)
    }
    return nextDueTime(realm.sql)
  },
}

/** Deletes exports of searches over everything that are old. */
export const deleteOldSearchExports: DueWork<Realm> = {
  name: 'delete_old_search_exports',
  run: (realm) => {
    const until = ({ export_time }: DataExport) => export_time + DAYS_OF_SEARCH_EXPORTS * SECONDS_PER_DAY
    const ready = exportsOfSearches(realm.sql).filter((dataExport) => stateOf(dataExport) === 'ready')
    for (const dataExport of ready)
      if (until(dataExport) <= realm.now()) realm.transaction(() => deleteReadyExport(realm, dataExport))
    const next = ready.find((dataExport) => until(dataExport) > realm.now())
    return next && until(next)
  },
}

/** Returns an export that is due, after counting the attempt. Exports with too many attempts fail. */
function startBatch(realm: Realm): DataExport | undefined {
  const findNext = () => findDueExport(realm.sql, realm.now())
  for (let due = findNext(); due !== undefined; due = findNext()) {
    if (due.attempts < attemptsOf('export')) {
      const started = { ...due, attempts: due.attempts + 1, due_at: realm.now() + ABANDONED_AFTER_SECONDS }
      updateExport(realm.sql, started)
      return started
    }
    failExport(realm, due)
  }
  return undefined
}

async function runBatch(realm: Realm, started: DataExport): Promise<void> {
  try {
    const batch = await withTimeLimit(MAX_BATCH_SECONDS, createBatch(realm, started))
    realm.transaction(() => isCurrent(realm, started) && finishBatch(realm, started, batch))
  } catch (error) {
    realm.transaction(() => isCurrent(realm, started) && scheduleRetry(realm, started))
    throw error
  }
}

/** Returns whether no later attempt of the batch started in the meantime. */
function isCurrent(realm: ReadOnlyRealm, { id, part, after_id, attempts }: DataExport): boolean {
  const current = findExport(realm.sql, id)
  return (
    current?.part === part && current.after_id === after_id && current.attempts === attempts && current.due_at !== null
  )
}

function scheduleRetry(realm: Realm, started: DataExport) {
  const pause = pauseAfter('export', started.attempts)
  if (pause === undefined) return failExport(realm, started)
  const due_at = realm.now() + pause
  updateExport(realm.sql, { ...started, due_at })
  realm.wakeAt(due_at)
}
