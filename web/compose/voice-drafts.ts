import { perClient } from '../client/per-client'
import type { Recording } from './recording'

/**
 * Voice messages that are not sent yet, one for each conversation, as long as the page is open. The browser asks before it closes a page
 * that has one.
 */
export const unsentOf = perClient(({ signal }) => {
  const recordings = new Map<string, Recording>()
  let running = 0
  globalThis.addEventListener(
    'beforeunload',
    (event) => {
      if (recordings.size > 0 || running > 0) event.preventDefault()
    },
    { signal },
  )
  return {
    get: (key: string) => recordings.get(key),
    set: (key: string, recording: Recording) => void recordings.set(key, recording),
    delete: (key: string) => void recordings.delete(key),
    /** Notes that one is recorded. Returns a function that notes the end. */
    records() {
      running++
      return () => void running--
    },
  }
})
