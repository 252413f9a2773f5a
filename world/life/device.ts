import type { Json } from '../shared-parts.ts'
import { WorldResponse } from '../platform/responses.ts'
import { WorldSocket } from '../platform/sockets.ts'
import type { Random } from '../random.ts'
import { eventsIn, framesOf, repeatedMessage } from './frames.ts'
import { ACKNOWLEDGE_MILLISECONDS, pauseAfter, PONG_MILLISECONDS } from './pauses.ts'
import type { Client, FieldValue } from './client.ts'
export type Transport = 'socket' | 'poll' | 'stream'

/** What all devices of a world note. */
export type DeviceNotes = {
  fail: (what: string) => void
  /** A user received this text with these events. */
  received: (user_id: number, text: string, events: readonly Json[]) => void
}

/** `pingEvery` is in milliseconds. */
type DeviceParts = Pick<Device, 'transport' | 'options'> & { notes: DeviceNotes; random: Random; pingEvery: number }

/**
 * A device that listens: it registers a queue, receives events by one of the three transports, acknowledges them, and goes on after
 * its last event when the connection ends. Each event must come once, in order.
 */
export class Device {
  state: Json = {}
  events: Json[] = []
  registrations = 0
  /** Whether another version answered its registration. */
  isOfEarlierVersion = false
  registeredAt = Infinity
  /** For how long the device had no connection, each time, in milliseconds. */
  readonly gaps: number[] = []
  isOnline = false
  /** The id of the newest event that it has received. */
  last = -1
  /** How many messages it sends, and repeats under the name of its queue. */
  sending = 0
  readonly client: Client
  readonly transport: Transport
  readonly options: Record<string, FieldValue>
  readonly #notes: DeviceNotes
  readonly #random: Random
  readonly #pingEvery: number
  #socket: WorldSocket | undefined
  #cutAt: number | undefined
  /** Which connection is the present one. What arrives on an older one is ignored. */
  #connection = 0
  #willAcknowledge = false
  readonly #messages = new Set<number>()
  #receivedAt = 0
  #failures = 0

  constructor(client: Client, { transport, options, notes, random, pingEvery }: DeviceParts) {
    this.client = client
    this.transport = transport
    this.options = options
    this.#notes = notes
    this.#random = random
    this.#pingEvery = pingEvery
  }

  get #scheduler() {
    return this.client.world.scheduler
  }

  get name(): string {
    return `${this.client.account.full_name} by ${this.transport}`
  }

  /** Registers if there is no queue, and listens. */
  async goOnline(): Promise<void> {
    if (this.isOnline) return
    this.isOnline = true
    if (this.state.queue_id === undefined && !(await this.register())) {
      this.isOnline = false
      return
    }
    void this.#listen()
  }

  /** The device is closed, or loses its network: then the server learns nothing. */
  goOffline(isSilent: boolean): void {
    this.isOnline = false
    this.#connection++
    if (isSilent) this.#socket?.break(true)
    else this.#socket?.close(1000)
    this.#socket = undefined
  }

  /** Returns whether the account may register. */
  async register(): Promise<boolean> {
    const answer = await this.client.insist('POST', '/register', this.options)
    if (answer.result !== 'success') return false
    this.begin(answer)
    this.registrations++
    this.registeredAt = this.#scheduler.now
    return true
  }

  begin(registered: Json): void {
    this.isOfEarlierVersion = false
    this.state = registered
    this.events = []
    this.#messages.clear()
    this.last = registered.last_event_id
  }

  async #listen(): Promise<void> {
    const connection = ++this.#connection
    while (this.isOnline && connection === this.#connection) {
      const end = await this.#connectOnce(connection)
      if (end === 'gone') return
      if (end === 'no queue' && !(await this.register())) return
      if (end === 'failed') await this.#scheduler.wait(pauseAfter(this.#failures++, this.#random))
    }
  }

  async #connectOnce(connection: number): Promise<'again' | 'failed' | 'no queue' | 'gone'> {
    try {
      if (this.transport === 'poll') return await this.#poll(connection)
      const query = new URLSearchParams({ queue_id: this.state.queue_id, last_event_id: String(this.last) })
      const headers: Record<string, string> =
        this.transport === 'socket' ? { upgrade: 'websocket' } : { accept: 'text/event-stream' }
      const response = await this.client.fetch(`/api/v1/events?${query}`, { headers })
      if (response instanceof WorldResponse && response.webSocket)
        return await this.#follow(response.webSocket, connection)
      if (response.ok && response.body) return await this.#read(response.body, connection)
      return this.#endOf(JSON.parse(await response.text()))
    } catch {
      this.#cutAt ??= this.#scheduler.now
      return 'failed'
    }
  }

  #endOf({ code }: Json): 'failed' | 'no queue' | 'gone' {
    if (code === 'BAD_EVENT_QUEUE_ID') return 'no queue'
    return code === 'USER_DEACTIVATED' || code === 'UNAUTHORIZED' ? 'gone' : 'failed'
  }

  async #poll(connection: number): Promise<'again' | 'failed' | 'no queue' | 'gone'> {
    const { queue_id } = this.state
    const response = await this.client.fetch(
      `/api/v1/events?${new URLSearchParams({ queue_id, last_event_id: String(this.last) })}`,
    )
    const text = await response.text()
    if (connection !== this.#connection) return 'gone'
    const answer: Json = JSON.parse(text)
    if (answer.result !== 'success') return this.#endOf(answer)
    // A poll is answered when something happens, which says nothing about when it could be asked again.
    this.#cutAt = undefined
    this.#connected()
    this.#take(text, answer.events)
    return 'again'
  }

  #connected(): void {
    if (this.#cutAt !== undefined) this.gaps.push(this.#scheduler.now - this.#cutAt)
    this.#cutAt = undefined
    this.#failures = 0
    this.#receivedAt = this.#scheduler.now
  }

  #follow(socket: WorldSocket, connection: number): Promise<'failed'> {
    const { promise, resolve } = Promise.withResolvers<'failed'>()
    this.#socket = socket
    this.#connected()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      if (this.#socket === socket) this.#socket = undefined
      if (connection === this.#connection) this.#cutAt ??= this.#scheduler.now
      resolve('failed')
    }
    socket.addEventListener('message', ({ data }) => {
      this.#receivedAt = this.#scheduler.now
      if (connection !== this.#connection || typeof data !== 'string' || data === 'pong') return
      this.#take(data, framesOf(data).events)
      this.#acknowledgeSoon(socket)
    })
    socket.addEventListener('close', end)
    socket.accept()
    const ping = () => {
      if (socket.readyState !== WorldSocket.OPEN || this.#socket !== socket) return end()
      if (this.#scheduler.now - this.#receivedAt > this.#pingEvery + PONG_MILLISECONDS) {
        socket.break(true)
        return end()
      }
      socket.send('ping')
      this.#scheduler.after(this.#pingEvery, ping)
    }
    this.#scheduler.after(this.#pingEvery, ping)
    return promise
  }

  #acknowledgeSoon(socket: WorldSocket): void {
    if (this.#willAcknowledge) return
    this.#willAcknowledge = true
    this.#scheduler.after(this.#random.between(...ACKNOWLEDGE_MILLISECONDS), () => {
      this.#willAcknowledge = false
      if (this.#socket === socket && socket.readyState === WorldSocket.OPEN)
        socket.send(JSON.stringify({ last_event_id: this.last }))
    })
  }

  async #read(body: ReadableStream<Uint8Array>, connection: number): Promise<'again' | 'gone'> {
    this.#connected()
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      if (connection !== this.#connection) return 'gone'
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^data: ?(.*)$/m.exec(part)?.[1]
        if (data !== undefined) this.#take(data, eventsIn(JSON.parse(data)))
      }
    }
    return 'again'
  }

  #take(text: string, events: readonly Json[]): void {
    if (events.length === 0) return
    this.#notes.received(this.client.id, text, events)
    const twice = repeatedMessage(this.#messages, events)
    if (twice !== undefined) this.#notes.fail(`${this.name} received message ${twice} twice`)
    for (const event of events) {
      if (event.id <= this.last)
        this.#notes.fail(`${this.name} received event ${event.id} (${event.type}) after event ${this.last}`)
      this.last = event.id
      if (event.type !== 'heartbeat') this.events.push(event)
    }
  }

  /** Reads all events that wait, without waiting. Returns whether the queue is still there. */
  async catchUp(): Promise<boolean> {
    for (;;) {
      const { queue_id } = this.state
      const answer = await this.client.insist('GET', '/events', {
        queue_id,
        last_event_id: this.last,
        dont_block: true,
      })
      if (answer.result !== 'success') return false
      this.#take(JSON.stringify(answer.events), answer.events)
      if (answer.events.length === 0) return true
    }
  }
}
