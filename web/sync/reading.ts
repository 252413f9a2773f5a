import type { Ask } from '../wire/requests'

const SEEN_MILLISECONDS = 400
const BATCH_MILLISECONDS = 2000

/** When the end of each unread message came into sight. */
export type Sightings = Map<number, number>

/** Returns the messages whose end has been in sight for long enough. Forgets those that are out of sight. */
export function readMessages(sightings: Sightings, inSight: number[], now: number): number[] {
  const current = new Set(inSight)
  for (const id of sightings.keys()) if (!current.has(id)) sightings.delete(id)
  for (const id of inSight) if (!sightings.has(id)) sightings.set(id, now)
  return inSight.filter((id) => now - (sightings.get(id) ?? now) >= SEEN_MILLISECONDS)
}

/** By the setting `web_mark_read_on_scroll_policy`: whether reading in this view marks messages as read. */
export function marksAsRead(policy: number, isConversation: boolean): boolean {
  return policy === 1 || (policy === 2 && isConversation)
}

/** Sends read messages to the server in batches: the first at once, then one batch every two seconds. */
export function createReading(ask: Ask, signal: AbortSignal) {
  const waiting = new Set<number>()
  const sent = new Set<number>()
  let next: ReturnType<typeof setTimeout> | undefined

  function flush(keepalive = false) {
    clearTimeout(next)
    next = undefined
    if (waiting.size === 0) return
    const messages = [...waiting]
    waiting.clear()
    if (!signal.aborted) next = setTimeout(() => flush(), BATCH_MILLISECONDS)
    ask('POST /messages/flags', { messages, op: 'add', flag: 'read' }, { keepalive }).catch(() => {
      for (const id of messages) sent.delete(id)
    })
  }

  document.addEventListener('visibilitychange', () => document.hidden && flush(true), { signal })
  signal.addEventListener('abort', () => flush(true))

  return {
    mark(ids: number[]) {
      for (const id of ids) {
        if (sent.has(id)) continue
        sent.add(id)
        waiting.add(id)
      }
      if (next === undefined) flush()
    },
    /** The user marked messages as unread. The client may send them again. */
    forget(ids: number[]) {
      for (const id of ids) sent.delete(id)
    },
  }
}
