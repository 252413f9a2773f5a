import { runInDurableObject } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect, onTestFinished } from 'vitest'
import { WINDOW_CHARACTERS, type SendWindow } from '../../src/events/send-window'
import { SERVER_ITSELF } from '../../src/api/realm-call'
import { hashApiKey } from '../../src/api/callers'
import { CALL_HEADER, TRANSPORT_HEADER } from '../../src/events/realm-listening'
import type { GatewayObject } from '../../src/gateway-object'
import type { RealmObject } from '../../src/realm-object'
import { checkEvents } from '../contracts/check'
import { until } from './faults'
import { hostOf, hostsOf } from './gateways'
import type { FieldValue, Json, Person, Queue } from './person'
import { TestRealm } from './realm'
import { checkSpelling } from './spelling'

/** A client that listens to a queue in one of the three ways. */
export type Listener = {
  /** Returns the events that arrive together next. */
  next(): Promise<Json[]>
  /** Closes the connection without an acknowledgement. */
  leave(): void
  /** Returns the last answer of the server, or how it closed the connection. */
  end(): Promise<unknown>
}

export type WayToListen = {
  way: string
  listen: (person: Person, queue: { id: string }, last_event_id: number) => Promise<Listener>
  /** The object cannot sleep while the client waits. */
  keepsAwake?: boolean
}

const address = ({ realm_url }: Person, queue_id: string, last_event_id: number | string) =>
  `${realm_url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`

const asPerson = ({ email, account }: Person) => ({ authorization: `Basic ${btoa(`${email}:${account.api_key}`)}` })

/** A queue in memory. `take` waits for the next item. */
class Inbox<Item> {
  readonly #items: Item[] = []
  readonly #waiting: ((item: Item) => void)[] = []

  put(item: Item) {
    const resolve = this.#waiting.shift()
    if (resolve) resolve(item)
    else this.#items.push(item)
  }

  take(): Promise<Item> {
    const first = this.#items.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }
}

/** Requests a WebSocket, and returns the response. */
export async function openSocket(
  person: Person,
  queue: { id: string },
  last_event_id: number,
  more: { query?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...(more.headers ?? asPerson(person)), upgrade: 'websocket' }
  return exports.default.fetch(new Request(address(person, queue.id, last_event_id) + (more.query ?? ''), { headers }))
}

export async function socketListener(person: Person, queue: { id: string }, last: number): Promise<SocketListener> {
  const response = await openSocket(person, queue, last)
  expect(response.status).toBe(101)
  return listenOn(response.webSocket!)
}

export type SocketListener = Listener & {
  send(what: string | ArrayBuffer): void
  /** Sends `ping` and returns the answer. The platform may answer before it delivers events that were sent earlier. */
  ping(): Promise<string>
  lastEventId: number
}

export function listenOn(socket: WebSocket): SocketListener {
  const frames = new Inbox<string>()
  const ended = new Promise((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
  })
  socket.addEventListener('message', ({ data }) => frames.put(String(data)))
  socket.accept()
  const leave = () => socket.close(1000)
  onTestFinished(leave)
  const eventsIn = (frame: string): Json[] => {
    checkSpelling(frame)
    const { events } = JSON.parse(frame)
    checkEvents(events)
    listener.lastEventId = events.at(-1).id
    return events
  }
  const listener: SocketListener = {
    lastEventId: -1,
    next: async () => eventsIn(await frames.take()),
    ping() {
      socket.send('ping')
      return frames.take()
    },
    send: (what) => socket.send(what),
    leave,
    end: () => ended,
  }
  return listener
}

/** Returns the events that the realm has sent to the listener of a queue, and that the client has not read yet. */
export async function sentEvents(realm: TestRealm, queue: { id: string }, client: SocketListener): Promise<Json[]> {
  const [last] = (await windowOf(realm, queue)).unacknowledged.at(-1) ?? [-1]
  const events: Json[] = []
  while (client.lastEventId < last) events.push(...(await client.next()))
  return events
}

/** The client acknowledges all events that it has read. Waits until the realm has the acknowledgement. */
export async function acknowledge(realm: TestRealm, queue: { id: string }, client: SocketListener): Promise<void> {
  client.send(JSON.stringify({ last_event_id: client.lastEventId }))
  await until(async () => (await windowOf(realm, queue)).unacknowledged.length === 0)
}

const windowOf = (realm: TestRealm, { id }: { id: string }): Promise<SendWindow> =>
  runInDurableObject(hostOf(realm, id), (_, state) => state.getWebSockets(id)[0]!.deserializeAttachment().window)

/** Reads an event stream as a browser does: one message for each event. */
export async function streamListener(person: Person, queue: { id: string }, last: number | string): Promise<Listener> {
  const headers = { ...asPerson(person), accept: 'text/event-stream' }
  const response = await exports.default.fetch(new Request(address(person, queue.id, last), { headers }))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return readStream(response)
}

export function readStream(response: Response): Listener {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const inbox = new Inbox<Json[]>()
  const ended = (async () => {
    for (let incomplete = ''; ;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
      if (done) return 'the stream ended'
      const messages = (incomplete + value).split('\n\n')
      incomplete = messages.pop()!
      const events = messages.flatMap(eventIn)
      if (events.length > 0) inbox.put(events)
    }
  })()
  const leave = () => void reader.cancel()
  onTestFinished(leave)
  return { next: () => inbox.take(), leave, end: () => ended }
}

function eventIn(message: string): Json[] {
  const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? []
  if (data === undefined) return [] // the reconnection time, or a comment that keeps the connection open
  checkSpelling(data)
  const event = JSON.parse(data)
  checkEvents([event])
  expect(event.id).toBe(Number(id))
  return [event]
}

/** Polls again as soon as a poll ends. Each poll acknowledges the events of the one before. */
function pollListener(person: Person, queue: { id: string }, last: number): Listener {
  const leaving = new AbortController()
  let lastEventId = last
  const poll = async () => {
    const query = `queue_id=${queue.id}&last_event_id=${lastEventId}`
    const response = await person.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    return response?.json() as Json
  }
  let response = poll()
  onTestFinished(() => leaving.abort())
  return {
    async next() {
      const { events } = await response
      lastEventId = events.at(-1)?.id ?? lastEventId
      response = poll()
      return events
    },
    leave: () => leaving.abort(),
    end: async () => (await response)?.events ?? 'no client polls',
  }
}

/** The first one may open a gateway. */
const REQUESTS_OF_A_BUSY_REALM = 101

/** The realm and its gateways receive so many requests that their long polls wait in the objects. */
export async function makeBusy(realm: TestRealm): Promise<void> {
  const client = { ...SERVER_ITSELF, realm_name: realm.name, realm_url: realm.url }
  const call = { endpoint: 'GET /events', params: {}, client }
  for (const host of await hostsOf(realm))
    await runInDurableObject(host, async (object) => {
      for (let count = 0; count < REQUESTS_OF_A_BUSY_REALM; count++)
        // Both refuse it, and count it.
        await (object as RealmObject | GatewayObject).fetch(
          new Request('https://realm/', { headers: { [CALL_HEADER]: JSON.stringify(call) } }),
        )
    })
}

/**
 * A Worker opens a poll at the realm, and dies when it has the answer: it never closes the socket. Returns the answer, which the
 * client does not receive.
 */
export async function pollWithoutWorker(
  realm: TestRealm,
  person: Person,
  queue: Queue,
): Promise<{ answer: Promise<string> }> {
  const client = { ...SERVER_ITSELF, realm_name: realm.name, realm_url: realm.url }
  const params = { queue_id: queue.id, last_event_id: queue.lastEventId }
  const credential = { key_hash: hashApiKey(person.account.api_key), email: person.email }
  const call = JSON.stringify({ endpoint: 'GET /events', params, client, credential })
  const headers = { upgrade: 'websocket', [TRANSPORT_HEADER]: 'poll', [CALL_HEADER]: call }
  const { webSocket } = await realm.stub.fetch('https://realm/listen', { headers })
  const { promise, resolve } = Promise.withResolvers<string>()
  webSocket!.addEventListener('message', ({ data }) => resolve(String(data)))
  webSocket!.accept()
  return { answer: promise }
}

export const WAYS_TO_LISTEN: WayToListen[] = [
  { way: 'a long poll', listen: (person, queue, last) => Promise.resolve(pollListener(person, queue, last)) },
  {
    way: 'a long poll that waits in the object',
    keepsAwake: true,
    async listen(person, queue, last) {
      await makeBusy(new TestRealm(new URL(person.realm_url).hostname.split('.')[0]!))
      return pollListener(person, queue, last)
    },
  },
  { way: 'a WebSocket', listen: socketListener },
  { way: 'an event stream', listen: streamListener },
]

/** Polls without waiting, with other fields than `Queue` uses. */
export const pollNow = (person: Person, fields: Record<string, FieldValue>): Promise<Json> =>
  person.get('/events', { dont_block: true, ...fields })

/** Returns the events of a poll as the text of the response has them. */
export async function eventsAsText(person: Person, queue: Queue, dont_block: boolean): Promise<string> {
  const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}&dont_block=${dont_block}`
  const text = await (await person.request(`/events?${query}`)).text()
  const [, events] = /"events":(\[.*\])/s.exec(text) ?? []
  return events ?? text
}

const LONG_TEXT = 'x'.repeat(9_000)

/** Sends more messages than a send window can have, and returns their contents. */
export async function fillSendWindow(sender: Person, channel: { name: string }): Promise<string[]> {
  const count = Math.ceil((1.2 * WINDOW_CHARACTERS) / LONG_TEXT.length)
  const contents = Array.from({ length: count }, (_, index) => `${index} ${LONG_TEXT}`)
  for (const content of contents) await sender.sends(channel, 'flood', content)
  return contents
}
