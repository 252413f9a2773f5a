/**
 * Flow control for one persistent listener (a WebSocket or an event stream).
 *
 * The realm sends at most one window of characters that the client has not acknowledged. When the window is full, the realm
 * stops sending. When the client acknowledges, the realm continues from the event log. So a slow client costs the realm one
 * window and never more.
 *
 * A `SendWindow` is stored in the socket's attachment, because the realm object may hibernate between two events.
 */
export type SendWindow = {
  transport: PersistentTransport
  vendor: string // the names that this listener gets (vendor-names.ts)
  sent: number // each event up to this id was sent, or is not for this queue
  unacknowledged: [last_event_id: number, characters: number][] // what was sent since, in a few batches
  unacknowledged_since: number | null // when the realm sent the oldest of it
  received_at: number // the last message from the client that woke the realm
  full_since: number | null
}

/** A WebSocket can acknowledge. An event stream cannot: the Worker ends it after a while, and the client opens a new one. */
export type PersistentTransport = 'socket' | 'stream'

/** The size of the window. Also the size of one frame: more is sent when the client asks again. */
export const WINDOW_CHARACTERS = 1_000_000
const BATCHES_PER_WINDOW = 16
/** A listener whose window is full for longer than this is disconnected at the next event. */
const MAX_SECONDS_FULL = 60
/** The event log keeps unacknowledged events for all queues, so not for longer than this. */
const MAX_SECONDS_UNACKNOWLEDGED = 900
/** A client sends `ping` more often than this. If it does not, the connection is dead. */
const MAX_SECONDS_SILENT = 300

type SentEvents = { last: number; upTo: number }

/** How a persistent listener is connected. */
export type Connection = Pick<SendWindow, 'transport' | 'vendor'>

/** Returns an empty window for a listener that has every event up to `sent`. */
export const newWindow = (connection: Connection, sent: number, now: number): SendWindow => ({
  ...connection,
  sent,
  unacknowledged: [],
  unacknowledged_since: null,
  received_at: now,
  full_since: null,
})

/** Returns the window after events were sent. `last` is the last of them; there are no others up to `upTo`. */
export function afterSending(
  window: SendWindow,
  { last, upTo }: SentEvents,
  characters: number,
  now: number,
): SendWindow {
  const batch = window.unacknowledged.at(-1)
  const fits = batch !== undefined && batch[1] < WINDOW_CHARACTERS / BATCHES_PER_WINDOW
  const unacknowledged: SendWindow['unacknowledged'] = fits
    ? [...window.unacknowledged.slice(0, -1), [last, batch[1] + characters]]
    : [...window.unacknowledged, [last, characters]]
  return {
    ...window,
    sent: upTo,
    unacknowledged,
    unacknowledged_since: window.unacknowledged_since ?? now,
    full_since: isFull(unacknowledged) ? (window.full_since ?? now) : null,
  }
}

/** Returns the window after the client acknowledged every event up to `id`. */
export function afterAcknowledging(window: SendWindow, id: number, now: number): SendWindow {
  const unacknowledged = window.unacknowledged.filter(([last]) => last > id)
  return {
    ...window,
    unacknowledged,
    unacknowledged_since: unacknowledged.length > 0 ? now : null,
    received_at: now,
    full_since: isFull(unacknowledged) ? window.full_since : null,
  }
}

const isFull = (unacknowledged: SendWindow['unacknowledged']) =>
  unacknowledged.reduce((sum, [, characters]) => sum + characters, 0) >= WINDOW_CHARACTERS

/** Returns whether the window was full for too long. */
export const isTooSlow = ({ full_since }: SendWindow, now: number): boolean =>
  full_since !== null && now - full_since > MAX_SECONDS_FULL

/** Returns whether the event log had to keep unacknowledged events for too long. */
export const isUnacknowledgedTooLong = ({ unacknowledged_since }: SendWindow, now: number): boolean =>
  unacknowledged_since !== null && now - unacknowledged_since > MAX_SECONDS_UNACKNOWLEDGED

/** Returns whether the connection is dead. The Worker itself notices when the client of an event stream is gone. */
export const isSilent = (window: SendWindow, pinged_at: number, now: number): boolean =>
  window.transport === 'socket' && now - Math.max(window.received_at, pinged_at) > MAX_SECONDS_SILENT
