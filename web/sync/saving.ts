import type { Event } from '../../client-state/wire'
import { changesUsers } from '../store/users'
import type { createSnapshots, Snapshot } from '../cache/snapshot'
import type { SavedView } from '../store/windows'
import { hasLocks } from './locks'

const DELAY_MILLISECONDS = 1000
/** How long the leading tab waits for the tab that the user uses. It may have crashed. */
const PATIENCE_MILLISECONDS = 20_000
/** A save takes time from the page, so the next one waits this many times as long. */
const PAUSE_FACTOR = 50
/** A computer that slept during a save, or was busy, seems to save for hours. */
export const LONGEST_PAUSE_MILLISECONDS = 30_000

export type Saving = ReturnType<typeof createSaving>

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
  const timer = createTimer(() => void save(), signal)
  const writing = createWriting(snapshots)
  let isEnabled = false
  let isUsed = false
  let running: Promise<void> = Promise.resolve()

  function save(): Promise<void> {
    timer.cancel()
    running = running.then(run)
    return running
  }

  async function run() {
    const snapshot = isEnabled ? collect() : undefined
    if (snapshot === undefined) return
    const { last_event_id } = snapshot.queue
    const isWritten = await writing.write(snapshot)
    // The next page resumes from an older snapshot. A browser that stores none has no page that resumes.
    if (!isWritten && isPageLeft()) return
    if (isEnabled) saved(last_event_id)
  }

  function saveIfHidden() {
    if (document.hidden && isUsed) void save()
  }
  document.addEventListener('visibilitychange', saveIfHidden, { signal })

  function later(events?: Event[]) {
    if (events === undefined || events.some(changesUsers)) writing.peopleChanged()
    if (isEnabled && (isUsed || isLeader())) timer.start(isUsed ? writing.pause() : PATIENCE_MILLISECONDS)
  }

  function disable() {
    isEnabled = false
    timer.cancel()
  }

  return {
    save,
    /** Saves after a pause. Without `events`, the people may have changed. */
    later,
    /** From now on this tab may save. Without locks, the tabs of a browser cannot take turns, and nothing is stored. */
    begin(events?: Event[]) {
      if (!hasLocks()) return
      isEnabled = true
      later(events)
    },
    isUsed: () => isUsed,
    use() {
      isUsed = true
      // The leading tab may have waited for another one.
      timer.cancel()
    },
    /** The user uses another tab. */
    rest() {
      isUsed = false
      timer.cancel()
    },
    /** Another tab has saved. */
    isSaved() {
      if (!isUsed) timer.cancel()
    },
    disable,
    /** Saves no more, and deletes the snapshot. */
    forget() {
      disable()
      writing.peopleChanged()
      void running.then(snapshots.forget)
    },
  }
}

type Writer<Written> = { write(snapshot: Written, withPeople: boolean): Promise<boolean> }

/** Writes snapshots. The people are most of a large one, so they are written only if they changed. */
export function createWriting<Written>(snapshots: Writer<Written>) {
  let pause = DELAY_MILLISECONDS
  let isPeopleChanged = true
  return {
    /** How long the next save waits. */
    pause: () => pause,
    peopleChanged: () => void (isPeopleChanged = true),
    async write(snapshot: Written): Promise<boolean> {
      const started = performance.now()
      const writing = snapshots.write(snapshot, isPeopleChanged)
      const needed = PAUSE_FACTOR * (performance.now() - started)
      pause = Math.min(LONGEST_PAUSE_MILLISECONDS, Math.max(DELAY_MILLISECONDS, needed))
      isPeopleChanged = false
      const isWritten = await writing
      if (!isWritten) isPeopleChanged = true
      return isWritten
    },
  }
}

/** One call of `due` at a time. Until it comes or is cancelled, it stays where it is. */
function createTimer(due: () => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function cancel() {
    clearTimeout(timer)
    timer = undefined
  }
  signal.addEventListener('abort', cancel)
  return {
    cancel,
    start(milliseconds: number) {
      timer ??= setTimeout(due, milliseconds)
    },
  }
}
