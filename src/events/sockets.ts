import type { Owner } from './queue'
import {
  afterSending,
  isSilent,
  isUnacknowledgedTooLong,
  newWindow,
  type Connection,
  type SendWindow,
} from './send-window'
import { frameOf, SharedFrames } from './shared-frames'

/**
 * A connected listener of a queue. A long poll has no window: one frame answers it. A persistent listener has one
 * (send-window.ts).
 */
export type Listener = Listening & { socket: WebSocket; window?: SendWindow }
/** The queue that a listener reads, and the account and the session with which it connected. */
export type Listening = Owner & { queue_id: string }
type Attachment = Listening & { window?: SendWindow }

/** Events for a listener. `last` is the last of them; there are no others up to `upTo`. */
export type EventBatch = { events: readonly string[]; last: number; upTo: number }

/** Why the realm closes a socket: the code and the reason that the client receives. */
const CLOSE_CODES = {
  done: [1000, ''],
  misunderstood: [1008, 'Only {"last_event_id": …} with a new id is understood'],
  noAccount: [4001, 'The credential is no longer valid'],
  noQueue: [4004, 'BAD_EVENT_QUEUE_ID'],
  failed: [1011, 'Connect again with the last event you have'],
  tooSlow: [4008, 'Too slow: connect again with the last event you have'],
  replaced: [4009, 'Another connection listens on this queue'],
  silent: [4010, 'The realm received nothing for too long'],
} as const

type CloseReason = keyof typeof CLOSE_CODES

/**
 * The realm's listeners. Each is a hibernatable WebSocket to the Worker or to the client, so the realm object can sleep
 * while thousands are connected. Each socket's attachment names its queue, and the platform returns it when the object
 * wakes. Nothing else is stored here: a listener that misses a frame reads the events from the log later.
 */
export class Sockets {
  /** Every listener was sent the events up to this id. */
  deliveredUpTo = -1
  readonly #byUser = new Map<number, Map<WebSocket, Listener>>()
  /** The listeners whose window is newer than the attachment. */
  readonly #unsaved = new Set<Listener>()

  constructor(readonly ctx: DurableObjectState) {
    // The platform answers pings without waking the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of ctx.getWebSockets().filter(isOpen)) this.#add({ socket, ...attachmentOf(socket) })
  }

  /** Adds a long poll and returns the client's end. The first frame answers it. The queue must have no other listener. */
  addPoll(listening: Listening): WebSocket {
    return this.#accept(listening, undefined).theirs
  }

  /** Adds a persistent listener, sends the pending events and returns the client's end. */
  addPersistent(listening: Listening, connection: Connection, pending: EventBatch, now: number): WebSocket {
    const { theirs, listener } = this.#accept(listening, newWindow(connection, pending.upTo, now))
    if (pending.events.length > 0) this.send(listener, pending, now)
    this.saveWindow(listener)
    return theirs
  }

  #accept(listening: Listening, window: SendWindow | undefined): { theirs: WebSocket; listener: Listener } {
    const { queue_id, user_id, session_id } = listening
    const { 0: theirs, 1: ours } = new WebSocketPair()
    const attachment: Attachment = { queue_id, user_id, session_id, window }
    const listener = { socket: ours, ...attachment }
    ours.serializeAttachment(attachment)
    this.ctx.acceptWebSocket(ours, [queue_id])
    this.#add(listener)
    return { theirs, listener }
  }

  /** Ends the listener of a queue: answers a poll with no events, and disconnects a persistent listener. */
  release(queue_id: string, reason: CloseReason = 'replaced'): void {
    for (const socket of this.ctx.getWebSockets(queue_id).filter(isOpen))
      if (attachmentOf(socket).window) this.disconnect(socket, reason)
      else this.#answerPoll({ socket, ...attachmentOf(socket) }, frameOf([]))
  }

  /** Ends the listeners of a user. They may connect again if their credential is still valid. */
  disconnectUser(user_id: number): void {
    for (const { queue_id } of this.listenersOf([user_id])) this.release(queue_id, 'noAccount')
  }

  /** Ends the listeners that connected with these sessions of a user. */
  disconnectSessions(user_id: number, session_ids: readonly number[]): void {
    for (const { queue_id, session_id } of this.listenersOf([user_id]))
      if (session_id !== null && session_ids.includes(session_id)) this.release(queue_id, 'noAccount')
  }

  isConnected(queue_id: string): boolean {
    return this.ctx.getWebSockets(queue_id).some(isOpen)
  }

  get hasAny(): boolean {
    return this.#byUser.size > 0
  }

  isListening({ socket, user_id }: Listener): boolean {
    return this.#byUser.get(user_id)?.has(socket) ?? false
  }

  /** Returns the listener of a socket, or undefined if the realm has ended it. */
  find(socket: WebSocket): Listener | undefined {
    return this.#byUser.get(attachmentOf(socket).user_id)?.get(socket)
  }

  /** Returns the listeners of this moment. */
  listeners(): Listener[] {
    return [...this.#byUser.values()].flatMap((listeners) => [...listeners.values()])
  }

  listenersOf(user_ids: Iterable<number>): Listener[] {
    return [...user_ids].flatMap((user_id) => [...(this.#byUser.get(user_id)?.values() ?? [])])
  }

  /** Removes a closed socket. Returns its queue, and whether the client has every delivered event. */
  remove(socket: WebSocket): { queue_id: string; isUpToDate: boolean } {
    const { user_id, queue_id } = attachmentOf(socket)
    const listener = this.find(socket)
    this.#forget(user_id, socket)
    return { queue_id, isUpToDate: listener !== undefined && isUpToDate(listener) }
  }

  /** Sends events. They end a poll. A persistent listener may receive more after them. */
  send(listener: Listener, { events, last, upTo }: EventBatch, now: number, frames = new SharedFrames()): void {
    const { socket, window } = listener
    if (window === undefined) return this.#answerPoll(listener, frames.textForPoll(events))
    const text = frames.textFor(window, events)
    this.setWindow(listener, afterSending(window, { last, upTo }, text.length, now))
    sendText(socket, text)
    if (window.transport === 'stream' && listener.window?.full_since !== null) this.disconnect(socket, 'done')
  }

  setWindow(listener: Listener, window: SendWindow): void {
    listener.window = window
    this.#unsaved.add(listener)
  }

  get hasUnsavedWindows(): boolean {
    return this.#unsaved.size > 0
  }

  /** Writes the windows that changed into the attachments. It must run before the object can hibernate. */
  saveWindows(most = Infinity): void {
    let count = 0
    for (const listener of this.#unsaved) {
      if (count++ >= most) return
      this.saveWindow(listener)
    }
  }

  saveWindow(listener: Listener): void {
    this.#unsaved.delete(listener)
    if (!this.isListening(listener)) return
    const { socket, queue_id, user_id, session_id, window } = listener
    socket.serializeAttachment({ queue_id, user_id, session_id, window } satisfies Attachment)
  }

  /**
   * Sends the one frame that a poll waits for. The Worker closes the socket when it has the frame. If the realm closed it
   * too, each poll would have two close messages: a fifth of the work of a delivery to many listeners.
   */
  #answerPoll({ socket, user_id }: Listener, frame: string): void {
    this.#forget(user_id, socket)
    sendText(socket, frame)
  }

  disconnect(socket: WebSocket, why: CloseReason): void {
    this.remove(socket)
    const [code, reason] = CLOSE_CODES[why]
    socket.close(code, reason)
  }

  /** Returns the queues of listeners that have every delivered event. */
  upToDateQueueIds(): string[] {
    return this.listeners()
      .filter(isUpToDate)
      .map(({ queue_id }) => queue_id)
  }

  /** Ends every listener. The clients connect again, and read from the log what the realm could not deliver. */
  releaseAll(): void {
    for (const { queue_id } of this.listeners()) this.release(queue_id, 'failed')
  }

  /** Disconnects clients that sent nothing for too long, and clients that did not acknowledge for too long. */
  disconnectSilent(now: number): void {
    for (const { socket, window } of this.listeners()) {
      const pinged = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
      if (window && isSilent(window, pinged / 1000, now)) this.disconnect(socket, 'silent')
      else if (window && isUnacknowledgedTooLong(window, now)) this.disconnect(socket, 'tooSlow')
    }
  }

  #add(listener: Listener): void {
    const listeners = this.#byUser.get(listener.user_id)
    if (listeners) listeners.set(listener.socket, listener)
    else this.#byUser.set(listener.user_id, new Map([[listener.socket, listener]]))
  }

  #forget(user_id: number, socket: WebSocket): void {
    const listeners = this.#byUser.get(user_id)
    listeners?.delete(socket)
    if (listeners?.size === 0) this.#byUser.delete(user_id)
  }
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The client left at this moment. Its queue still exists, and so does the event.
  }
}

/** A waiting poll was sent nothing. A persistent listener is up to date if it has acknowledged every event that was sent. */
const isUpToDate = ({ window }: Listener): boolean => window === undefined || window.unacknowledged.length === 0

const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment()

// The platform lists a closed socket until the other end has closed it too.
const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN
