import type { Ask } from '../wire/requests'
import { underLock } from './locks'
import type { createStoredDrafts } from './stored-drafts'

const IDLE_MILLISECONDS = 3000
/** A tab sees late what another one stored. If both sent a draft at once, the server would have it twice. */
const OTHER_TABS_MILLISECONDS = 9000

export type SendingParts = {
  ask: Ask
  /** The name of the lock, the same in all tabs. */
  name: string
  signal: AbortSignal
  /** Whether the user wants the server to keep drafts for all devices. */
  isSynchronised: () => boolean
  /** Whether this tab sends what was written in others, which may be closed. */
  isLeader: () => boolean
}

/** Sends changed drafts to the server when the user pauses. */
export function createSending(
  stored: ReturnType<typeof createStoredDrafts>,
  { ask, name, signal, isSynchronised, isLeader }: SendingParts,
) {
  /** The keys of the drafts that were written in this tab. */
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerOfAll: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()

  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(timerOfAll)
  })

  function later() {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(() => void own(), IDLE_MILLISECONDS)
  }

  const own = () => send((key) => written.has(key))
  const all = () => send(() => true)

  function send(isWanted: (key: string) => boolean): Promise<void> {
    if (isSynchronised()) running = running.then(() => sendAll(isWanted))
    return running
  }

  async function sendAll(isWanted: (key: string) => boolean) {
    try {
      const { sendDraft } = await import('./server-drafts')
      await underLock(name, async () => {
        for (const [key, draft] of stored.all())
          if (draft.isChanged && isWanted(key) && !(await sendDraft(ask, stored, key, draft))) later()
      })
    } catch {
      // The next change or the next connection tries again. The text is in this browser.
    }
  }

  const writtenHere = (key: string) => {
    written.add(key)
    later()
  }

  /** There is a connection again. */
  const again = () => {
    later()
    clearTimeout(timerOfAll)
    if (signal.aborted) return
    timerOfAll = setTimeout(() => isLeader() && void all(), OTHER_TABS_MILLISECONDS)
  }

  return { own, all, written: writtenHere, again }
}
