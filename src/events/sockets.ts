import {
  attachmentOf,
  isUpToDate,
  sendText,
  CLOSE_CODES,
  type Attachment,
  type CloseReason,
  type EventBatch,
  type FrameSocket,
  type Listener,
  type Listening,
} from './listener'
import { isPeerSocket } from './peers'
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
 * The realm's listeners. Nearly each is a hibernatable WebSocket to the Worker or to the client, so the realm object can
 * sleep while thousands are connected. Each socket's attachment names its queue, and the platform returns it when the object
 * wakes. Nothing else is stored here: a listener that misses a frame reads the events from the log later.
 */
export class Sockets {
  /** Every listener was sent the events up to this id. */
  deliveredUpTo = -1
  readonly #byUser = new Map<number, Map<FrameSocket, Listener>>()
  /** A queue has one listener. */
  readonly #byQueue = new Map<string, Listener>()
  #heldCount = 0
  /** The batches of events that were sent since the object woke. */
  sentBatches = 0
  /** The listeners whose window is newer than the attachment. */
  readonly #unsaved = new Set<Listener>()

  constructor(readonly ctx: DurableObjectState) {
    // The platform answers pings without waking the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of ctx.getWebSockets().filter((each) => isOpen(each) && !isPeerSocket(each)))
      this.#add({ socket, ...attachmentOf(socket), wasForgotten: true })
  }

  /**
   * Adds a long poll and returns the client's end. The first frame answers it. The queue must have no other listener, and the client
   * has each event up to `after`.
   */
  addPoll(listening: Listening, after: number): WebSocket {
    return this.#accept({ ...listening, after }).theirs
  }

  /** Adds a long poll that waits in this object, and returns its frame. The queue must have no other listener. */
  holdPoll(listening: Listening, heartbeatAt: number): { listener: Listener; frame: Promise<string> } {
    const { promise: frame, resolve: send } = Promise.withResolvers<string>()
    const listener = { ...listening, socket: { send, close: () => send(frameOf([])) }, heartbeatAt }
    this.#add(listener)
    return { listener, frame }
  }

  get heldCount(): number {
    return this.#heldCount
  }

  /** The listeners, each with its own queue. */
  get count(): number {
    return this.#byQueue.size
  }

  /** Returns the polls that wait in this object and are due for a heartbeat. */
  heldPolls(dueAt: number): Listener[] {
    return this.listeners().filter(({ heartbeatAt = Infinity }) => heartbeatAt <= dueAt)
  }

  /** Answers a poll that waits, without events or with a heartbeat. */
  endPoll(listener: Listener, frame = frameOf([])): void {
    if (this.isListening(listener)) this.#answerPoll(listener, frame)
  }

  /** Adds a persistent listener, sends the pending events and returns the client's end. */
  addPersistent(listening: Listening, connection: Connection, pending: EventBatch, now: number): WebSocket {
    const { theirs, listener } = this.#accept({ ...listening, window: newWindow(connection, pending.upTo, now) })
    if (pending.events.length > 0) this.send(listener, pending, now)
    this.saveWindow(listener)
    return theirs
  }

  #accept(attachment: Attachment): { theirs: WebSocket; listener: Listener } {
    const { 0: theirs, 1: ours } = new WebSocketPair()
    const listener = { socket: ours, ...attachment }
    ours.serializeAttachment(attachment)
    this.ctx.acceptWebSocket(ours, [attachment.queue_id])
    this.#add(listener)
    return { theirs, listener }
  }

  /** Ends the listener of a queue: answers a poll with no events, and disconnects a persistent listener. */
  release(queue_id: string, reason: CloseReason = 'replaced'): void {
    const listener = this.#byQueue.get(queue_id)
    if (listener === undefined) return
    if (listener.window) this.disconnect(listener, reason)
    else this.#answerPoll(listener, frameOf([]))
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
    const listener = this.#byQueue.get(queue_id)
    return (
      listener !== undefined && (listener.heartbeatAt !== undefined || this.ctx.getWebSockets(queue_id).some(isOpen))
    )
  }

  get hasAny(): boolean {
    return this.#byUser.size > 0
  }

  isListening(listener: Listener): boolean {
    return this.#byQueue.get(listener.queue_id) === listener
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
    const { queue_id } = attachmentOf(socket)
    const listener = this.find(socket)
    if (listener) this.#forget(listener)
    return { queue_id, isUpToDate: listener !== undefined && isUpToDate(listener) }
  }

  /** Sends events. They end a poll. A persistent listener may receive more after them. */
  send(listener: Listener, { events, last, upTo }: EventBatch, now: number, frames = new SharedFrames()): void {
    const { socket, window } = listener
    this.sentBatches++
    if (window === undefined) return this.#answerPoll(listener, frames.textForPoll(events))
    const text = frames.textFor(window, events)
    this.setWindow(listener, afterSending(window, { last, upTo }, text.length, now))
    sendText(socket, text)
    if (window.transport === 'stream' && listener.window?.full_since !== null) this.disconnect(listener, 'done')
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
    if (socket instanceof WebSocket)
      socket.serializeAttachment({ queue_id, user_id, session_id, window } satisfies Attachment)
  }

  /**
   * Sends the one frame that a poll waits for. The Worker closes the socket when it has the frame. If the realm closed it
   * too, each poll would have two close messages: a fifth of the work of a delivery to many listeners.
   */
  #answerPoll(listener: Listener, frame: string): void {
    this.#forget(listener)
    sendText(listener.socket, frame)
  }

  disconnect(listener: Listener, why: CloseReason): void {
    this.#forget(listener)
    const [code, reason] = CLOSE_CODES[why]
    listener.socket.close(code, reason)
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
    for (const listener of this.listeners()) {
      const { socket, window } = listener
      if (window === undefined || !(socket instanceof WebSocket)) continue
      const pinged = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
      if (isSilent(window, pinged / 1000, now)) this.disconnect(listener, 'silent')
      else if (isUnacknowledgedTooLong(window, now)) this.disconnect(listener, 'tooSlow')
    }
  }

  #add(listener: Listener): void {
    const { user_id, queue_id, socket, heartbeatAt } = listener
    this.#byQueue.set(queue_id, listener)
    const listeners = this.#byUser.get(user_id)
    if (listeners) listeners.set(socket, listener)
    else this.#byUser.set(user_id, new Map([[socket, listener]]))
    if (heartbeatAt !== undefined) this.#heldCount++
  }

  #forget({ user_id, queue_id, socket, heartbeatAt }: Listener): void {
    const listeners = this.#byUser.get(user_id)
    if (!listeners?.delete(socket)) return
    if (listeners.size === 0) this.#byUser.delete(user_id)
    if (this.#byQueue.get(queue_id)?.socket === socket) this.#byQueue.delete(queue_id)
    if (heartbeatAt !== undefined) this.#heldCount--
  }
}

// The platform lists a closed socket until the other end has closed it too.
const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN
