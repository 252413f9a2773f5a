// A kept-alive HTTP connection on a raw socket. A client library would use more CPU than the server.

import { connect } from 'node:net'

export class Connection {
  #socket
  #waiting
  #received = Buffer.alloc(0)
  #space = Buffer.alloc(0)

  static async open(port) {
    const connection = new Connection()
    await new Promise((resolve, reject) => {
      connection.#socket = connect(port, '127.0.0.1', () => resolve(undefined))
        .once('error', reject)
        .setNoDelay(true)
    })
    connection.#socket.on('data', (bytes) => connection.#receive(bytes))
    connection.#socket.on('error', (error) => connection.#fail(error))
    connection.#socket.on('close', () => connection.#fail(new Error('The connection was closed')))
    return connection
  }

  /** Sends one request, and returns the complete response. One request at a time. */
  ask(request) {
    if (this.isClosed) return Promise.reject(new Error('The server closed this connection while it was idle'))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  get isClosed() {
    return this.#socket.destroyed || this.#socket.readableEnded
  }

  /** Like `ask`, but throws unless the status is 200. */
  async succeed(request) {
    const answer = await this.ask(request)
    if (answer.status === 200) return answer
    throw new Error(`${request.toString().split('\r\n', 1)}: ${answer.status} ${answer.body.toString()}`)
  }

  /** Like `succeed`, and returns the parsed JSON. */
  async json(request) {
    return JSON.parse((await this.succeed(request)).body.toString())
  }

  /** Calls `receive` with all bytes that arrive after an upgrade. */
  onFrame(receive) {
    this.#receive = receive
    if (this.#received.length > 0) receive(this.#received)
  }

  close() {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #fail(error) {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  /** Returns what was received, with these bytes. The buffer doubles, so that each packet of a large response is copied once. */
  #appended(bytes) {
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

  #receive = (bytes) => {
    this.#received = this.#received.length === 0 ? bytes : this.#appended(bytes)
    const response = responseIn(this.#received)
    if (response === undefined) return
    this.#received = this.#received.subarray(response.size)
    const { resolve } = this.#waiting
    this.#waiting = undefined
    resolve({ ...response, at: performance.now() })
  }
}

function responseIn(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.latin1Slice(0, headEnd)
  const status = Number(head.slice(9, 12))
  const start = headEnd + 4
  if (status === 101) return { status, body: bytes.subarray(0, 0), size: start }
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return chunked(bytes, status, start)
  const size = start + Number(length)
  return bytes.length < size ? undefined : { status, body: bytes.subarray(start, size), size }
}

function chunked(bytes, status, start) {
  const chunks = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = parseInt(bytes.latin1Slice(at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { status, body: Buffer.concat(chunks), size: next }
    chunks.push(bytes.subarray(lineEnd + 2, next - 2))
    at = next
  }
}

export const openMany = (port, count) => Promise.all(Array.from({ length: count }, () => Connection.open(port)))
