import { logLine } from '../api/log-line'
import { traced } from '../api/traced'
import type { DueWork } from './due-work'
import { DueWorkRuns, type Host } from './due-work-runs'

const RETRY_AFTER_SECONDS = 60

/** Does due work, sets the alarm to the next time at which it is due, and never rejects. */
async function doWork<Realm extends Host>(work: DueWork<Realm>, realm: Realm): Promise<void> {
  try {
    const next = await traced('parley.due_work', { work: work.name, realm: realm.name }, () => work.run(realm))
    if (next !== undefined) realm.wakeAt(next)
  } catch (error) {
    // Work that fails must not prevent other work, and must run again.
    logLine('error', 'due_work_failed', { realm: realm.name, work: work.name }, error)
    realm.wakeAt(realm.now() + RETRY_AFTER_SECONDS)
  }
}

export const dueWorkRuns = (): DueWorkRuns => new DueWorkRuns(doWork)
