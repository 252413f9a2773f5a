import type { Json } from '../../client-state/reducer'
import { changesUsers } from '../store/users'
import { deleteSnapshot, writeSnapshot, type Snapshot } from '../cache/snapshot'

const DELAY_MILLISECONDS = 1000
/** A save takes time from the page, so the next one waits this many times as long. */
const PAUSE_FACTOR = 50

/** Keeps the snapshot of this browser up to date. `saved` receives the newest event that it has. */
export function createSaving(collect: () => Snapshot | undefined, saved: (last_event_id: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = DELAY_MILLISECONDS
  let isPeopleChanged = true
  let isEnabled = false
  let running: Promise<void> = Promise.resolve()

  function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running = running.then(run)
    return running
  }

  async function run() {
    const snapshot = isEnabled ? collect() : undefined
    if (snapshot === undefined) return
    const { last_event_id } = snapshot.queue
    const started = performance.now()
    const writing = writeSnapshot(snapshot, isPeopleChanged)
    pause = Math.max(DELAY_MILLISECONDS, PAUSE_FACTOR * (performance.now() - started))
    isPeopleChanged = false
    if (!(await writing)) isPeopleChanged = true
    // Without a snapshot, no other page resumes from it.
    if (isEnabled) saved(last_event_id)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void save()
  })

  return {
    save,
    later(events?: Json[]) {
      isPeopleChanged ||= events === undefined || events.some(changesUsers)
      if (isEnabled) timer ??= setTimeout(() => void save(), pause)
    },
    /** Only the tab that listens to the queue saves. */
    enable: () => void (isEnabled = true),
    disable() {
      isEnabled = false
      clearTimeout(timer)
      timer = undefined
    },
    forget() {
      isPeopleChanged = true
      return running.then(deleteSnapshot)
    },
  }
}
