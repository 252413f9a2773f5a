// A client that listens in one of the three ways, disconnects, reconnects, and counts the messages that it received.

import { get as httpGet } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { poll } from './cast.ts'
import { Connection, parsed } from './connection.ts'
import type { Queue } from './fan-out.ts'
import type { Person } from './requests.ts'
import type { Program } from './runtime.ts'

const PATIENCE_SECONDS = 60
const ACKNOWLEDGE_EVERY = 20
const PING_EVERY_MILLISECONDS = 30_000
const COME_BACK_AFTER_MILLISECONDS = 200

export type Way = 'poll' | 'socket' | 'stream'
type Event = { id: number; type: string; message?: { id: number; content: string } }
type Leave = () => void

export class Listener {
  /** How often each message was received, by its content. It should be once. */
  received = new Map<string, number>()
  comebacks = 0
  onEvent: (event: Event) => void = () => {}
  /** Sends a ping, if it listens on a WebSocket. */
  ping = (): void => {}
  /** Stops reading for some time, so that the server has to wait. Undefined: it listens in another way. */
  pause: ((milliseconds: number) => void) | undefined
  readonly refusals: string[] = []
  readonly server: Program
  readonly queue: Queue
  readonly way: Way
  last: number
  readonly #onMessage: (content: string) => void
  #isOver = false
  #leave: Leave = () => {}

  constructor(server: Program, queue: Queue, way: Way, onMessage: (content: string) => void) {
    this.server = server
    this.queue = queue
    this.way = way
    this.#onMessage = onMessage
    this.last = queue.last_event_id
  }

  /** Listens until `stop` is called. */
  async listen(): Promise<void> {
    while (!this.#isOver) {
      try {
        await WAYS[this.way](this, (leave) => (this.#leave = leave))
      } catch (error) {
        if (!isDisconnection(error)) this.refusals.push(String(error))
      }
      if (this.#isOver) return
      this.comebacks++
      await setTimeout(COME_BACK_AFTER_MILLISECONDS)
    }
  }

  /** Closes the connection without notice, as a lost network does. */
  drop(): void {
    this.#leave()
  }

  stop(): void {
    this.#isOver = true
    this.#leave()
  }

  note(events: readonly Event[]): void {
    for (const event of events) {
      if (event.id <= this.last) throw new Error(`Event ${event.id} came after ${this.last}`)
      this.last = event.id
      this.onEvent(event)
      if (event.message !== undefined) this.#note(event.message.content)
    }
  }

  #note(content: string): void {
    this.received.set(content, (this.received.get(content) ?? 0) + 1)
    this.#onMessage(content)
  }
}

/** Waits until `isSo()`, or for a minute. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = performance.now() + PATIENCE_SECONDS * 1000; !(await isSo()) && performance.now() < until;)
    await setTimeout(100)
}

const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ERR_SOCKET_CLOSED'])

function isDisconnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && DISCONNECTED.has(String(error.code))) || error.message.includes('closed')
}

type Listens = (listener: Listener, onLeave: (leave: Leave) => void) => Promise<unknown>

const WAYS: Record<Way, Listens> = { poll: pollOnce, socket: overSocket, stream: overStream }

async function pollOnce(listener: Listener, onLeave: (leave: Leave) => void): Promise<void> {
  const connection = await Connection.open(listener.server.port)
  const left = new Promise<undefined>((resolve) => {
    onLeave(() => {
      connection.close()
      resolve(undefined)
    })
  })
  for (;;) {
    const { person, queue_id } = listener.queue
    const answer = await Promise.race([connection.ask(poll(person, queue_id, listener.last)), left])
    if (answer === undefined) return
    const { result, msg, events } = parsed<{ result: string; msg: string; events: Event[] }>(answer.body)
    if (result !== 'success') throw new Error(`${answer.status} ${msg}`)
    listener.note(events)
  }
}

const headersFor = ({ realm, email, api_key }: Person) => ({
  host: `${realm}.localhost`,
  authorization: `Basic ${btoa(`${email}:${api_key}`)}`,
})

const pathOf = ({ queue: { queue_id }, last }: Listener) => `/api/v1/events?queue_id=${queue_id}&last_event_id=${last}`

/** Listens on a WebSocket. `listener.pause` stops reading, so the server has to wait. */
function overSocket(listener: Listener, onLeave: (leave: Leave) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(listener.server.port, '127.0.0.1')
    listener.pause = (milliseconds) => {
      socket.pause()
      void setTimeout(milliseconds).then(() => socket.resume())
    }
    onLeave(() => socket.destroy())
    listener.ping = () => void socket.write(textFrame('ping'))
    const pinging = setInterval(() => listener.ping(), PING_EVERY_MILLISECONDS)
    socket.on('close', () => {
      clearInterval(pinging)
      resolve(undefined)
    })
    socket.on('error', reject)
    const headers = Object.entries(headersFor(listener.queue.person)).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `GET ${pathOf(listener)} HTTP/1.1\r\n${headers.join('')}upgrade: websocket\r\nconnection: upgrade\r\n` +
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
    )
    let unacknowledged = 0
    const receive = (text: string) => {
      if (text === 'pong') return
      const { events } = parsed<{ events: Event[] }>(text)
      listener.note(events)
      unacknowledged += events.length
      if (unacknowledged < ACKNOWLEDGE_EVERY) return
      unacknowledged = 0
      socket.write(textFrame(JSON.stringify({ last_event_id: listener.last })))
    }
    let received: Buffer = Buffer.alloc(0)
    let isOpen = false
    socket.on('data', (bytes: Buffer) => {
      try {
        received = Buffer.concat([received, bytes])
        if (!isOpen) {
          const end = received.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!received.toString('latin1', 0, 12).endsWith('101')) throw new Error(received.toString())
          received = received.subarray(end + 4)
          isOpen = true
        }
        for (let frame = frameIn(received); frame !== undefined; frame = frameIn(received)) {
          received = received.subarray(frame.size)
          if (frame.opcode === 1) receive(frame.payload.toString())
          if (frame.opcode === 8) socket.destroy()
        }
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
        socket.destroy()
      }
    })
  })
}

/** Returns the first complete frame of these bytes, if any. A server's frames are not masked. */
function frameIn(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 127
  const at = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < at) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < at + length) return undefined
  return { opcode: bytes.readUInt8(0) & 15, payload: bytes.subarray(at, at + length), size: at + length }
}

/** Returns a text frame. A client's frame must be masked; the mask is zero. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

function overStream(listener: Listener, onLeave: (leave: Leave) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersFor(listener.queue.person), accept: 'text/event-stream' }
    const request = httpGet({ port: listener.server.port, host: '127.0.0.1', path: pathOf(listener), headers })
    onLeave(() => request.destroy())
    request.on('error', (error) => (request.destroyed ? resolve(undefined) : reject(error)))
    request.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const messages = (rest + text).split('\n\n')
        rest = messages.pop() ?? ''
        for (const message of messages) {
          const data = /^id: \d+\ndata: (.*)$/.exec(message)?.[1]
          if (data !== undefined) listener.note([parsed<Event>(data)])
        }
      })
      response.on('close', resolve)
      response.on('error', () => resolve(undefined))
    })
  })
}
