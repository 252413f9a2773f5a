import { inVendorsNames } from '../api/vendor-names'
import { afterTelling, isSilent, keepsTheLogWaiting, newFlow, type Flow, type Manner } from './flow'
import type { Queue } from './queues'

/**
 * The realm's side of listening: hibernatable sockets and nothing else, so it may sleep while thousands are connected.
 * Each socket carries a queue's name with it. A poll's is answered by one frame; one that stays is told as long as it
 * keeps up (flow.ts). Between deliveries nothing is kept that the platform would not give back when the object wakes; a
 * socket that misses a frame misses nothing, as the log still has it.
 */
export type Parked = { socket: WebSocket; queue_id: string; user_id: number; flow?: Flow }
type Attachment = { queue_id: string; user_id: number; flow?: Flow }

/** Events for a listener. `last` is the last of them; between it and `upTo` there are none. */
export type Told = { events: readonly string[]; last: number; upTo: number }

/** Why the realm hung up, as codes that a client may look at. */
const HANG_UP = {
  done: [1000, ''],
  misunderstood: [1008, 'Only {"last_event_id": …} of something new is understood'],
  noAccount: [4001, 'Not let in any more'],
  noQueue: [4004, 'BAD_EVENT_QUEUE_ID'],
  failed: [1011, 'Come back with the last event you have'],
  tooSlow: [4008, 'Too slow: come back with the last event you have'],
  replaced: [4009, 'Somebody else listens on this queue'],
  silent: [4010, 'Nothing was heard of you'],
} as const

export class Sockets {
  /** Everyone who listens was told of everything up to this event, if it was for them. */
  deliveredUpTo = -1
  readonly #byUser = new Map<number, Map<WebSocket, Parked>>()

  constructor(readonly ctx: DurableObjectState) {
    // The platform answers these without waking the object, so that being there costs nothing.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of ctx.getWebSockets().filter(isOpen)) {
      const { queue_id, user_id, flow } = attachmentOf(socket)
      this.#add({ socket, queue_id, user_id, flow })
    }
  }

  /** Parks a poll: it is answered by the first frame, whichever that is. A queue has one poll; the older is answered first. */
  park(queue: Queue): WebSocket {
    return this.#accept(queue, undefined).theirs
  }

  /** Holds on to a listener that stays, who has been told everything up to an event. */
  hold(queue: Queue, manner: Manner, told: Told, now: number): WebSocket {
    const { theirs, parked } = this.#accept(queue, newFlow(manner, told.upTo, now))
    if (told.events.length > 0) this.tell(parked, told, now)
    return theirs
  }

  #accept({ queue_id, user_id }: Queue, flow: Flow | undefined): { theirs: WebSocket; parked: Parked } {
    this.answer(queue_id)
    const { 0: theirs, 1: ours } = new WebSocketPair()
    const parked = { socket: ours, queue_id, user_id, flow }
    ours.serializeAttachment({ queue_id, user_id, flow } satisfies Attachment)
    this.ctx.acceptWebSocket(ours, [queue_id])
    this.#add(parked)
    return { theirs, parked }
  }

  /** Lets whoever listens on this queue go with what it has: a poll with nothing. */
  answer(queue_id: string, why: keyof typeof HANG_UP = 'replaced'): void {
    for (const socket of this.ctx.getWebSockets(queue_id).filter(isOpen))
      if (attachmentOf(socket).flow) this.hangUp(socket, why)
      else this.#finish({ socket, ...attachmentOf(socket) }, frameOf([]))
  }

  /** Lets everyone go who listens as this person: they may come back by what lets them in now. */
  letGo(user_id: number): void {
    for (const { queue_id } of this.parkedBy([user_id])) this.answer(queue_id, 'noAccount')
  }

  isConnected(queue_id: string): boolean {
    return this.ctx.getWebSockets(queue_id).some(isOpen)
  }

  get any(): boolean {
    return this.#byUser.size > 0
  }

  isParked({ socket, user_id }: Parked): boolean {
    return this.#byUser.get(user_id)?.has(socket) ?? false
  }

  /** What is known of a socket, until somebody hangs up. */
  of(socket: WebSocket): Parked | undefined {
    return this.#byUser.get(attachmentOf(socket).user_id)?.get(socket)
  }

  /** Everyone parked at this moment. */
  parked(): Parked[] {
    return [...this.#byUser.values()].flatMap((parked) => [...parked.values()])
  }

  parkedBy(people: Iterable<number>): Parked[] {
    return [...people].flatMap((user_id) => [...(this.#byUser.get(user_id)?.values() ?? [])])
  }

  /** The socket was closed. Answers whose queue it was, and whether the client has all that was delivered for it. */
  gone(socket: WebSocket): { queue_id: string; isUpToDate: boolean } {
    const { user_id, queue_id } = attachmentOf(socket)
    const parked = this.of(socket)
    this.#forget(user_id, socket)
    return { queue_id, isUpToDate: parked !== undefined && isUpToDate(parked) }
  }

  /** Tells these events: to a poll that is all, to one that stays it is what comes next. */
  tell(parked: Parked, { events, last, upTo }: Told, now: number): void {
    const { socket, flow } = parked
    const frame = frameOf(events)
    if (flow === undefined) return this.#finish(parked, frame)
    // What the edge passes on in another form is spelled there, and what goes to the client as it is, here.
    const said = flow.way === 'socket' ? inVendorsNames(frame, flow.vendor) : frame
    this.keepFlow(parked, afterTelling(flow, { last, upTo }, said.length, now))
    send(socket, said)
    if (flow.way === 'stream' && parked.flow?.behind_since !== null) this.hangUp(socket, 'done')
  }

  keepFlow(parked: Parked, flow: Flow): void {
    parked.flow = flow
    const { queue_id, user_id } = parked
    parked.socket.serializeAttachment({ queue_id, user_id, flow } satisfies Attachment)
  }

  /**
   * The one frame a poll waits for. Its other end hangs up when it has it: closing from here as well would make two
   * farewells of every one, a fifth of what telling many listeners costs.
   */
  #finish({ socket, user_id }: Parked, frame: string): void {
    this.#forget(user_id, socket)
    send(socket, frame)
  }

  hangUp(socket: WebSocket, why: keyof typeof HANG_UP): void {
    this.gone(socket)
    const [code, reason] = HANG_UP[why]
    socket.close(code, reason)
  }

  /** The queues of listeners that have everything: they need nothing of what was delivered. */
  upToDate(): string[] {
    return this.parked()
      .filter(isUpToDate)
      .map(({ queue_id }) => queue_id)
  }

  /** Answers every listener. They come back, and read from the log what they could not be told. */
  sendAway(): void {
    for (const { queue_id } of this.parked()) this.answer(queue_id, 'failed')
  }

  /**
   * Hangs up on those who have not said a word for long, as a connection can die without anyone being told; and on those
   * who have not said for long what they have.
   */
  dropSilent(now: number): void {
    for (const { socket, flow } of this.parked()) {
      const pinged = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
      if (flow && isSilent(flow, pinged / 1000, now)) this.hangUp(socket, 'silent')
      else if (flow && keepsTheLogWaiting(flow, now)) this.hangUp(socket, 'tooSlow')
    }
  }

  #add(parked: Parked): void {
    const others = this.#byUser.get(parked.user_id)
    if (others) others.set(parked.socket, parked)
    else this.#byUser.set(parked.user_id, new Map([[parked.socket, parked]]))
  }

  #forget(user_id: number, socket: WebSocket): void {
    const parked = this.#byUser.get(user_id)
    parked?.delete(socket)
    if (parked?.size === 0) this.#byUser.delete(user_id)
  }
}

function send(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame)
  } catch {
    // The client left in this very moment. Its queue is still there, and so is the event.
  }
}

/** A poll that waits was told nothing. A listener that stays has acknowledged all that it was told. */
const isUpToDate = ({ flow }: Parked): boolean => flow === undefined || flow.told.length === 0

const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment()

// The platform goes on listing a socket that was answered until the other end has closed it too.
const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN

export const frameOf = (events: readonly string[]): string => `{"events":[${events.join(',')}]}`
