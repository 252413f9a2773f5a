import type { Owner } from './queue'
import type { SendWindow } from './send-window'

/**
 * A connected listener of a queue. A long poll has no window: one frame answers it. A persistent listener has one
 * (send-window.ts). A poll that waits in this object has no socket (held-polls.ts).
 */
export type Listener = Listening & {
  socket: FrameSocket
  window?: SendWindow
  after?: number
  heartbeatAt?: number
  /** The object has slept since the listener connected, and does not know whether it has answered a poll. */
  wasForgotten?: boolean
}
export type FrameSocket = { send(frame: string): void; close(code: number, reason: string): void }
/** The queue that a listener reads, and the account and the session with which it connected. */
export type Listening = Owner & { queue_id: string }
/** `after`: the client of a poll has each event up to this id. A gateway that slept may not know it from its tables. */
export type Attachment = Listening & { window?: SendWindow; after?: number }

/** Events for a listener. `last` is the last of them; there are no others up to `upTo`. */
export type EventBatch = { events: readonly string[]; last: number; upTo: number }

/** Why the realm closes a socket: the code and the reason that the client receives. */
export const CLOSE_CODES = {
  done: [1000, ''],
  misunderstood: [1008, 'Only {"last_event_id": …} with a new id is understood'],
  noAccount: [4001, 'The credential is no longer valid'],
  noQueue: [4004, 'BAD_EVENT_QUEUE_ID'],
  failed: [1011, 'Connect again with the last event you have'],
  tooSlow: [4008, 'Too slow: connect again with the last event you have'],
  replaced: [4009, 'Another connection listens on this queue'],
  silent: [4010, 'The realm received nothing for too long'],
  ended: [1000, ''],
  tooMuch: [1008, 'Too many messages, or too large ones'],
} as const

export type CloseReason = keyof typeof CLOSE_CODES

export const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment()

/**
 * Returns whether a listener has every event that was sent to its queue. A waiting poll was sent nothing. After a sleep that is not
 * known: a Worker that died with the answer of a poll leaves its socket open for a while. A persistent listener has acknowledged all.
 */
export const isUpToDate = ({ window, wasForgotten = false }: Listener): boolean =>
  window === undefined ? !wasForgotten : window.unacknowledged.length === 0

/** Sends a frame. */
export function sendText(socket: FrameSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The client left at this moment. Its queue still exists, and so does the event.
  }
}
