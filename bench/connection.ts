// A kept-alive HTTP connection on a raw socket. A client library would use more CPU than the server.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Answer = { status: number; body: Buffer; size: number; at: number }
type Response = Omit<Answer, 'at'>
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

export class Connection {
  readonly #socket: Socket
  #waiting: Waiting | undefined
  #received: Buffer = Buffer.alloc(0)
  #space: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    const connection = new Connection(socket)
    connection.#socket.on('data', (bytes) => connection.#receive(bytes))
    connection.#socket.on('error', (error) => connection.#fail(error))
    connection.#socket.on('close', () => connection.#fail(new Error('The connection was closed')))
    return connection
  }

  /** Sends one request, and returns the complete response. One request at a time. */
  ask(request: Buffer): Promise<Answer> {
    if (this.isClosed) return Promise.reject(new Error('The server closed this connection while it was idle'))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded
  }

  /** Like `ask`, but throws unless the status is 200. */
  async succeed(request: Buffer): Promise<Answer> {
    const answer = await this.ask(request)
    if (answer.status === 200) return answer
    throw new Error(`${request.toString().split('\r\n', 1)[0]}: ${answer.status} ${answer.body.toString()}`)
  }

  /** Like `succeed`, and returns the parsed JSON. */
  async json<T = unknown>(request: Buffer): Promise<T> {
    return parsed((await this.succeed(request)).body)
  }

  /** Calls `receive` with all bytes that arrive after an upgrade. */
  onFrame(receive: (bytes: Buffer) => void): void {
    this.#receive = receive
    if (this.#received.length > 0) receive(this.#received)
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  /** Returns what was received, with these bytes. The buffer doubles, so that each packet of a large response is copied once. */
  #appended(bytes: Buffer): Buffer {
    const received = this.#received
    const length = received.length + bytes.length
    const isInSpace = received.buffer === this.#space.buffer && received.byteOffset === 0
    if (!isInSpace || this.#space.length < length) {
      this.#space = Buffer.allocUnsafeSlow(2 * length)
      received.copy(this.#space)
    }
    bytes.copy(this.#space, received.length)
    return this.#space.subarray(0, length)
  }

  #receive = (bytes: Buffer): void => {
    this.#received = this.#received.length === 0 ? bytes : this.#appended(bytes)
    const response = responseIn(this.#received)
    if (response === undefined) return
    this.#received = this.#received.subarray(response.size)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ ...response, at: performance.now() })
  }
}

/** Returns JSON of the server, of which the caller names the part that it reads. */
export function parsed<T>(bytes: Buffer | string): T {
  return JSON.parse(bytes.toString())
}

function responseIn(bytes: Buffer): Response | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const start = headEnd + 4
  if (status === 101) return { status, body: bytes.subarray(0, 0), size: start }
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return chunked(bytes, status, start)
  const size = start + Number(length)
  return bytes.length < size ? undefined : { status, body: bytes.subarray(start, size), size }
}

function chunked(bytes: Buffer, status: number, start: number): Response | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { status, body: Buffer.concat(chunks), size: next }
    chunks.push(bytes.subarray(lineEnd + 2, next - 2))
    at = next
  }
}

export const openMany = (port: number, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)))
