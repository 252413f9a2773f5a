import { CLOSE_CODES, sendText, type CloseReason } from './listener'
import type { Owner } from './queue'

/**
 * A client that stays in contact with others through the realm, such as a participant of a call. Its number is unique in its room.
 * `opened_at`: the UNIX second at which its socket opened.
 */
export type Peer<Facts extends object> = Owner & { room: number; number: number; opened_at: number; facts: Facts }

/** The tag of their sockets. Those of listeners have the id of a queue. */
const PEER_TAG = 'peer'

/**
 * The sockets of peers. As those of listeners (sockets.ts), they stay open while the object sleeps, and the attachment of each is all
 * that the realm knows about the peer: no table has it.
 */
export class Peers<Facts extends object> {
  readonly #bySocket = new Map<WebSocket, Peer<Facts>>()
  readonly #lost: Peer<Facts>[] = []

  /** `wake` is called when the realm disconnected peers: due work then tells the others of their rooms. */
  constructor(
    readonly ctx: DurableObjectState,
    readonly wake: () => void,
  ) {
    for (const socket of ctx.getWebSockets(PEER_TAG))
      if (socket.readyState === WebSocket.OPEN) this.#bySocket.set(socket, socket.deserializeAttachment())
  }

  /** Adds a peer, and returns the client's end of its socket. */
  accept(peer: Peer<Facts>): WebSocket {
    const { 0: theirs, 1: ours } = new WebSocketPair()
    ours.serializeAttachment(peer)
    this.ctx.acceptWebSocket(ours, [PEER_TAG])
    this.#bySocket.set(ours, peer)
    return theirs
  }

  find(socket: WebSocket): Peer<Facts> | undefined {
    return this.#bySocket.get(socket)
  }

  /** Returns the peers of a room, in the order in which their sockets opened. */
  inRoom(room: number): Peer<Facts>[] {
    return [...this.#bySocket.values()].filter((peer) => peer.room === room)
  }

  ofUser(user_id: number): Peer<Facts>[] {
    return [...this.#bySocket.values()].filter((peer) => peer.user_id === user_id)
  }

  /** Keeps new facts of a peer. */
  write(peer: Peer<Facts>, facts: Facts): void {
    peer.facts = facts
    this.#socketOf(peer)?.serializeAttachment(peer)
  }

  send(peer: Peer<Facts>, text: string): void {
    const socket = this.#socketOf(peer)
    if (socket) sendText(socket, text)
  }

  /** Removes a peer, and returns it. Returns undefined if the realm has disconnected it before. */
  remove(socket: WebSocket): Peer<Facts> | undefined {
    const peer = this.#bySocket.get(socket)
    this.#bySocket.delete(socket)
    return peer
  }

  disconnect(peer: Peer<Facts>, why: CloseReason): void {
    const socket = this.#socketOf(peer)
    if (socket === undefined) return
    this.#bySocket.delete(socket)
    const [code, reason] = CLOSE_CODES[why]
    socket.close(code, reason)
  }

  /** Ends the sockets of a user. */
  disconnectUser(user_id: number): void {
    this.#lose(this.ofUser(user_id))
  }

  /** Ends the sockets that these sessions of a user opened. */
  disconnectSessions(user_id: number, session_ids: readonly number[]): void {
    this.#lose(this.ofUser(user_id).filter(({ session_id }) => session_id !== null && session_ids.includes(session_id)))
  }

  #lose(peers: readonly Peer<Facts>[]): void {
    for (const peer of peers) this.disconnect(peer, 'noAccount')
    this.#lost.push(...peers)
    if (peers.length > 0) this.wake()
  }

  /** Returns the peers that `disconnectUser` and `disconnectSessions` ended since the last time. */
  takeLost(): Peer<Facts>[] {
    return this.#lost.splice(0)
  }

  /** Returns the UNIX second of the last ping that the platform answered for the realm, or at which the socket opened. */
  pingedAt(peer: Peer<Facts>): number {
    const socket = this.#socketOf(peer)
    const pinged = socket && this.ctx.getWebSocketAutoResponseTimestamp(socket)
    return Math.max((pinged?.getTime() ?? 0) / 1000, peer.opened_at)
  }

  #socketOf(peer: Peer<Facts>): WebSocket | undefined {
    for (const [socket, other] of this.#bySocket) if (other === peer) return socket
    return undefined
  }
}

/** Returns whether a socket is that of a peer, also after the realm has disconnected it. */
export const isPeerSocket = (socket: WebSocket): boolean => 'room' in socket.deserializeAttachment()
