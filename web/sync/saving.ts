import type { Event } from '../../client-state/wire'
import { changesUsers } from '../store/users'
import type { createSnapshots, Snapshot } from '../cache/snapshot'
import type { SavedView } from '../store/store'

const DELAY_MILLISECONDS = 1000
/** How long the leading tab waits for the tab that the user uses. It may have crashed. */
const PATIENCE_MILLISECONDS = 20_000
/** A save takes time from the page, so the next one waits this many times as long. */
const PAUSE_FACTOR = 50

type Parts = {
  snapshots: ReturnType<typeof createSnapshots<SavedView>>
  /** Whether the user is leaving the page, so that nothing more is written. */
  isPageLeft: () => boolean
  signal: AbortSignal
  collect: () => Snapshot<SavedView> | undefined
  /** The snapshot has all events up to this one. */
  saved: (last_event_id: number) => void
  /** Whether this tab saves if no other one does. */
  isLeader: () => boolean
}

/**
 * Keeps the snapshot of this browser up to date. The tab that the user used last saves, because its views are those that the
 * user expects at the next start.
 */
export function createSaving({ snapshots, isPageLeft, signal, collect, saved, isLeader }: Parts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = DELAY_MILLISECONDS
  let isPeopleChanged = true
  let isEnabled = false
  let isUsed = false
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
    const writing = snapshots.write(snapshot, isPeopleChanged)
    pause = Math.max(DELAY_MILLISECONDS, PAUSE_FACTOR * (performance.now() - started))
    isPeopleChanged = false
    const isWritten = await writing
    if (!isWritten) isPeopleChanged = true
    // The next page resumes from an older snapshot. A browser that stores none has no page that resumes.
    if (!isWritten && isPageLeft()) return
    if (isEnabled) saved(last_event_id)
  }

  function saveIfHidden() {
    if (document.hidden && isUsed) void save()
  }
  document.addEventListener('visibilitychange', saveIfHidden, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  return {
    save,
    later(events?: Event[]) {
      isPeopleChanged ||= events === undefined || events.some(changesUsers)
      if (!isEnabled || !(isUsed || isLeader())) return
      timer ??= setTimeout(() => void save(), isUsed ? pause : PATIENCE_MILLISECONDS)
    },
    enable: () => void (isEnabled = true),
    isUsed: () => isUsed,
    use() {
      isUsed = true
      // The leading tab may have waited for another one.
      clearTimeout(timer)
      timer = undefined
    },
    /** The user uses another tab. */
    rest() {
      isUsed = false
      clearTimeout(timer)
      timer = undefined
    },
    /** Another tab has saved. */
    isSaved() {
      if (isUsed) return
      clearTimeout(timer)
      timer = undefined
    },
    disable() {
      isEnabled = false
      clearTimeout(timer)
      timer = undefined
    },
    forget() {
      isPeopleChanged = true
      return running.then(snapshots.forget)
    },
  }
}
