import { MAX_ATTACHMENT_BYTES } from './limits.ts'
import type { Host } from './host.ts'
import type { Network } from './network.ts'
import { copyOf } from './copies.ts'

type SocketEvent = { type: string; data?: unknown; code?: number; reason?: string; wasClean?: boolean }
type Listener = (event: SocketEvent) => void

/** Who holds an end of a connection. Ends of clients have a host too. */
export type SocketHolder = {
  receive(end: WorldSocket, event: SocketEvent): void
  /** Whether the platform answers such a message without the object. */
  answersItself(data: unknown): boolean
}

/**
 * One end of a WebSocket. What one end sends arrives at the other in order, after the output gate of the sender. A holder that
 * ends takes its ends with it, and the other side learns of it, or not: then the connection is silent.
 * https://developers.cloudflare.com/durable-objects/best-practices/websockets/
 */
export class WorldSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3

  readyState = WorldSocket.OPEN
  peer: WorldSocket | undefined
  /** Undefined: on its way to its host. */
  host: Host | undefined
  holder: SocketHolder | undefined
  tags: readonly string[] = []
  autoResponseAt: Date | null = null
  #attachment: unknown = null
  #listeners = new Map<string, Listener[]>()
  #early: SocketEvent[] = []
  #isAccepted = false
  #nextArrival = 0
  readonly #hostEnded = () => this.lose()

  readonly network: Network

  constructor(network: Network) {
    this.network = network
  }

  accept(): void {
    this.#isAccepted = true
    for (const event of this.#early.splice(0)) this.#dispatch(event)
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  serializeAttachment(value: unknown): void {
    if (JSON.stringify(value).length > MAX_ATTACHMENT_BYTES) throw new Error('The attachment is too large')
    this.#attachment = copyOf(value)
  }

  deserializeAttachment(): unknown {
    return copyOf(this.#attachment)
  }

  send(data: string | ArrayBuffer): void {
    if (this.readyState >= WorldSocket.CLOSING) throw new TypeError("Can't call WebSocket send() after close().")
    this.#transfer({ type: 'message', data })
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState >= WorldSocket.CLOSING) return
    this.readyState = WorldSocket.CLOSING
    this.#transfer({ type: 'close', code, reason, wasClean: true })
  }

  /** The holder is gone. Silently: as when a router forgets the connection. */
  break(isSilent: boolean): void {
    if (this.readyState === WorldSocket.CLOSED) return
    this.readyState = WorldSocket.CLOSED
    const { peer } = this
    if (!isSilent && peer)
      this.network.scheduler.after(1, () => peer.arrive({ type: 'close', code: 1006, reason: '', wasClean: false }))
  }

  #transfer(event: SocketEvent): void {
    const { scheduler, places } = this.network
    const go = () => {
      if (this.readyState === WorldSocket.CLOSED) return
      const { peer, host } = this
      if (peer === undefined) return
      const delay = places.delay(host?.place ?? '', peer.host?.place ?? host?.place ?? '', 'socket')
      this.#nextArrival = Math.max(this.#nextArrival, scheduler.now + delay)
      scheduler.at(this.#nextArrival, () => peer.arrive(event), peer.isPlainFor(event))
    }
    if (this.host) this.host.leave(go)
    else go()
  }

  /** Clients note messages, and the platform answers pings: neither lets code of the server run. */
  isPlainFor({ type, data }: SocketEvent): boolean {
    return type === 'message' && (this.holder ? this.holder.answersItself(data) : this.host?.isOfClient === true)
  }

  arrive(event: SocketEvent): void {
    if (this.readyState === WorldSocket.CLOSED) return
    if (event.type === 'close') {
      this.readyState = WorldSocket.CLOSED
      if (this.peer) this.peer.readyState = WorldSocket.CLOSED
    }
    if (this.holder) this.holder.receive(this, event)
    else if (this.#isAccepted) this.#enter(event)
    else this.#early.push(event)
  }

  #enter(event: SocketEvent): void {
    if (this.host) this.host.enter(() => this.#dispatch(event))
    else this.#dispatch(event)
  }

  #dispatch(event: SocketEvent): void {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event)
  }

  /** The end was lost on its way. The other side learns of it when its machine notices that no packet comes. */
  lose(): void {
    this.network.scheduler.after(this.network.random.between(1, NOTICED_MILLISECONDS), () => this.break(false))
  }

  /** The end arrives at a host, which holds it until it closes or the host ends. */
  moveTo(host: Host): void {
    this.host?.endings.delete(this.#hostEnded)
    this.host = host
    host.endings.add(this.#hostEnded)
  }
}

/** After so long a machine knows that another one is gone. */
const NOTICED_MILLISECONDS = 90_000

export function newSocketPair(network: Network, host: Host): { 0: WorldSocket; 1: WorldSocket } {
  const [theirs, ours] = [new WorldSocket(network), new WorldSocket(network)]
  theirs.peer = ours
  ours.peer = theirs
  ours.host = host
  return { 0: theirs, 1: ours }
}
