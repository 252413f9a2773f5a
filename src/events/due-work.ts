import { logLine } from '../api/log-line'
import { traced } from '../api/traced'

/**
 * Work that the realm does without a request. Rows store the due times, so they survive a restart, unlike timers. The
 * realm has one alarm. When it fires, all due work runs, and returns the next time at which it is due.
 */
export type DueWork<Realm> = {
  name: string
  /** Does a batch of what is due. Returns the next time, in seconds, or undefined if nothing is left. */
  run(realm: Realm): Promise<number | undefined> | number | undefined
}

export type AnyDueWork = DueWork<unknown>

const RETRY_AFTER_SECONDS = 60

/** Runs all due work at the same time, because work that waits for a slow D1 must not delay other work. */
export async function runDueWork<Realm extends { name: string; now(): number; wakeAt(seconds: number): void }>(
  allWork: readonly DueWork<Realm>[],
  realm: Realm,
): Promise<void> {
  await Promise.all(
    allWork.map(async (work) => {
      try {
        const next = await traced('parley.due_work', { work: work.name, realm: realm.name }, () => work.run(realm))
        if (next !== undefined) realm.wakeAt(next)
      } catch (error) {
        // Work that fails must not prevent other work, and must run again.
        logLine('error', 'due_work_failed', { realm: realm.name, work: work.name }, error)
        realm.wakeAt(realm.now() + RETRY_AFTER_SECONDS)
      }
    }),
  )
}
