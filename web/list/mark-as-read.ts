import type { Client } from '../client/client'
import { marksAsRead, readMessages, type Sightings } from '../sync/reading'

const OPENING_MILLISECONDS = 2000
const CHECK_MILLISECONDS = 100

type View = {
  isConversation: boolean
  isShown: () => boolean
  unreadIds: () => number[]
  endsInSight: () => number[]
}

export type Marker = ReturnType<typeof createMarker>

/**
 * Marks messages as read: their end was in sight of a visible and focused page for 400 ms, and the user has moved or two
 * seconds have passed since the view opened.
 */
export function createMarker({ reading, store }: Client, { isConversation, isShown, unreadIds, endsInSight }: View) {
  const sightings: Sightings = new Map()
  /** Messages that the user marked as unread stay so until the user leaves the view. */
  const kept = new Set<number>()
  let opened = performance.now()
  let hasMoved = false
  let next: ReturnType<typeof setTimeout> | undefined

  function check() {
    clearTimeout(next)
    const unread = new Set(unreadIds())
    const { web_mark_read_on_scroll_policy: policy } = store.state.user_settings
    if (!isShown() || unread.size === 0 || !marksAsRead(policy, isConversation)) return sightings.clear()
    // A hidden or unfocused page checks again at the next scroll or focus.
    if (document.hidden || !document.hasFocus()) return sightings.clear()
    next = setTimeout(check, CHECK_MILLISECONDS)
    const now = performance.now()
    const inSight = endsInSight().filter((id) => unread.has(id) && !kept.has(id))
    const read = readMessages(sightings, inSight, now)
    if (hasMoved || now - opened >= OPENING_MILLISECONDS) reading.mark(read)
  }

  globalThis.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)

  return {
    check,
    /** The user scrolled or moved the focus. */
    moved() {
      hasMoved = true
    },
    opened() {
      opened = performance.now()
      hasMoved = false
      kept.clear()
      check()
    },
    keepUnread(ids: number[]) {
      for (const id of ids) kept.add(id)
      sightings.clear()
    },
    end() {
      clearTimeout(next)
      globalThis.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    },
  }
}
