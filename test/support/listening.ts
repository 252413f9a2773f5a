import { exports } from 'cloudflare:workers'
import { expect, onTestFinished } from 'vitest'
import type { SendWindow } from '../../src/events/send-window'
import { inStorage, until } from './faults'
import type { Json, Person } from './person'
import type { TestRealm } from './realm'
import { checkSpelling } from './spelling'

/** A client that listens to a queue in one of the three ways, and notes what it heard up to which event. */
export type Listener = {
  /** What is told next, together. */
  next(): Promise<Json[]>
  /** Goes away without a word. What was heard until then counts as acknowledged the next time. */
  leave(): void
  /** The answer, or the farewell, of whoever does not tell any more. */
  end(): Promise<unknown>
}

export type WayToListen = {
  way: string
  listens: (person: Person, queue: { id: string }, last_event_id: number) => Promise<Listener>
}

const address = ({ realm_url }: Person, queue_id: string, last_event_id: number | string) =>
  `${realm_url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`

const asPerson = ({ email, account }: Person) => ({ authorization: `Basic ${btoa(`${email}:${account.api_key}`)}` })

/** Things that come one by one, for whoever asks for the next. */
class Inbox<Thing> {
  readonly #there: Thing[] = []
  readonly #asked: ((thing: Thing) => void)[] = []

  put(thing: Thing) {
    const first = this.#asked.shift()
    if (first) first(thing)
    else this.#there.push(thing)
  }

  take(): Promise<Thing> {
    const first = this.#there.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise((resolve) => {
      this.#asked.push(resolve)
    })
  }
}

/** Opens the server's WebSocket, or answers what it said instead. */
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
  says(what: string | ArrayBuffer): void
  /** Sends `ping` and returns the answer. The platform may answer before it delivers events that were sent earlier. */
  pings(): Promise<string>
  heard: number
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
    listener.heard = events.at(-1).id
    return events
  }
  const listener: SocketListener = {
    heard: -1,
    next: async () => eventsIn(await frames.take()),
    pings() {
      socket.send('ping')
      return frames.take()
    },
    says: (what) => socket.send(what),
    leave,
    end: () => ended,
  }
  return listener
}

/** Returns the events that the realm has sent to the listener of a queue, and that the client has not read yet. */
export async function sentEvents(realm: TestRealm, queue: { id: string }, client: SocketListener): Promise<Json[]> {
  const [last] = (await windowOf(realm, queue)).unacknowledged.at(-1) ?? [-1]
  const events: Json[] = []
  while (client.heard < last) events.push(...(await client.next()))
  return events
}

/** The client acknowledges all events that it has. Waits until the realm knows. */
export async function acknowledges(realm: TestRealm, queue: { id: string }, client: SocketListener): Promise<void> {
  client.says(JSON.stringify({ last_event_id: client.heard }))
  await until(async () => (await windowOf(realm, queue)).unacknowledged.length === 0)
}

const windowOf = (realm: TestRealm, { id }: { id: string }): Promise<SendWindow> =>
  inStorage(realm, (state) => state.getWebSockets(id)[0]!.deserializeAttachment().window)

/** What a browser makes of the stream: one message for each event. */
export async function streamListener(person: Person, queue: { id: string }, last: number | string): Promise<Listener> {
  const headers = { ...asPerson(person), accept: 'text/event-stream' }
  const response = await exports.default.fetch(new Request(address(person, queue.id, last), { headers }))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return readStream(response)
}

export function readStream(response: Response): Listener {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const told = new Inbox<Json[]>()
  const ended = (async () => {
    for (let rest = ''; ;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
      if (done) return 'the stream ended'
      const messages = (rest + value).split('\n\n')
      rest = messages.pop()!
      const events = messages.flatMap(eventIn)
      if (events.length > 0) told.put(events)
    }
  })()
  const leave = () => void reader.cancel()
  onTestFinished(leave)
  return { next: () => told.take(), leave, end: () => ended }
}

function eventIn(message: string): Json[] {
  const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? []
  if (data === undefined) return [] // how soon to come back, or a sign of life
  checkSpelling(data)
  const event = JSON.parse(data)
  expect(event.id).toBe(Number(id))
  return [event]
}

/** A poll after the other, each saying what the last one brought. */
function pollListener(person: Person, queue: { id: string }, last: number): Listener {
  const leaving = new AbortController()
  let heard = last
  const ask = async () => {
    const query = `queue_id=${queue.id}&last_event_id=${heard}`
    const response = await person.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    return response?.json() as Json
  }
  let asking = ask()
  onTestFinished(() => leaving.abort())
  return {
    async next() {
      const { events } = await asking
      heard = events.at(-1)?.id ?? heard
      asking = ask()
      return events
    },
    leave: () => leaving.abort(),
    end: async () => (await asking)?.events ?? 'nobody asks',
  }
}

export const WAYS: WayToListen[] = [
  { way: 'a long poll', listens: (person, queue, last) => Promise.resolve(pollListener(person, queue, last)) },
  { way: 'a WebSocket', listens: socketListener },
  { way: 'an event stream', listens: streamListener },
]
