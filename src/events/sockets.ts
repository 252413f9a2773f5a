import type { Queue } from './queues'

/**
 * The realm's side of listening: hibernatable sockets and nothing else, so it may sleep while thousands are connected.
 * Each socket carries a queue's name with it. Between deliveries nothing is kept that the platform would not give back
 * when the object wakes; a socket that misses a frame misses nothing, as the log still has it.
 */
export type Parked = { socket: WebSocket; queue_id: string }
type Attachment = { queue_id: string; user_id: number }

export class Sockets {
  readonly #byUser = new Map<number, Map<WebSocket, Parked>>()

  constructor(readonly ctx: DurableObjectState) {
    for (const socket of ctx.getWebSockets().filter(isOpen)) {
      const { queue_id, user_id }: Attachment = socket.deserializeAttachment()
      this.#add(user_id, { socket, queue_id })
    }
  }

  /** Parks a poll: it is answered by the first frame, whichever that is. A queue has one poll; the older is answered first. */
  park(queue: Queue): WebSocket {
    this.answer(queue.queue_id)
    const { 0: theirs, 1: ours } = new WebSocketPair()
    ours.serializeAttachment({ queue_id: queue.queue_id, user_id: queue.user_id } satisfies Attachment)
    this.ctx.acceptWebSocket(ours, [queue.queue_id])
    this.#add(queue.user_id, { socket: ours, queue_id: queue.queue_id })
    return theirs
  }

  /** Lets a parked poll go with what it has: nothing. */
  answer(queue_id: string): void {
    for (const socket of this.ctx.getWebSockets(queue_id).filter(isOpen)) this.finish(socket, frameOf([]))
  }

  isConnected(queue_id: string): boolean {
    return this.ctx.getWebSockets(queue_id).some(isOpen)
  }

  get any(): boolean {
    return this.#byUser.size > 0
  }

  isParked({ socket }: Parked): boolean {
    const { user_id }: Attachment = socket.deserializeAttachment()
    return this.#byUser.get(user_id)?.has(socket) ?? false
  }

  /** Everyone parked at this moment. */
  parked(): Parked[] {
    return [...this.#byUser.values()].flatMap((parked) => [...parked.values()])
  }

  parkedBy(people: Iterable<number>): Parked[] {
    return [...people].flatMap((user_id) => [...(this.#byUser.get(user_id)?.values() ?? [])])
  }

  /** Nobody waits on this one any more. Answers whose queue it was. */
  gone(socket: WebSocket): string {
    const { user_id, queue_id }: Attachment = socket.deserializeAttachment()
    const parked = this.#byUser.get(user_id)
    parked?.delete(socket)
    if (parked?.size === 0) this.#byUser.delete(user_id)
    return queue_id
  }

  /**
   * The one frame a poll waits for. Its other end hangs up when it has it: closing from here as well would make two
   * farewells of every one, a fifth of what telling many listeners costs.
   */
  finish(socket: WebSocket, frame: string): void {
    this.gone(socket)
    try {
      socket.send(frame)
    } catch {
      // The client left in this very moment. Its queue is still there, and so is the event.
    }
  }

  #add(user_id: number, parked: Parked): void {
    const others = this.#byUser.get(user_id)
    if (others) others.set(parked.socket, parked)
    else this.#byUser.set(user_id, new Map([[parked.socket, parked]]))
  }
}

// The platform goes on listing a socket that was answered until the other end has closed it too.
const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN

export const frameOf = (events: readonly string[]): string => `{"events":[${events.join(',')}]}`
