// A realm with users, created through the server's own endpoints, and the requests of the bench.

import { createHash } from 'node:crypto'
import { Connection, type Answer } from './connection.ts'
import { formOf, get, post, postText, postWithSecret, type Fields, type Person } from './requests.ts'
import { DEPLOYMENT_SECRET, type Program } from './runtime.ts'
import { at } from './statistics.ts'

/** A realm with users, and what the bench asks of it. */
export type Cast = Awaited<ReturnType<typeof openCast>>
export type Member = Person & { user_id: number }
export type Sent = { id: number }

/** What the meters of the Worker and of the realm have counted. */
export type Meters = {
  read: number
  written: number
  realmRequests: number
  alarms: number
  d1: D1Calls
  edgeD1: D1Calls
  lists: { characters: number; ms: number }
  woken: { ms: number; read: number }
  /** What the browsers of users took, of all of the realm. */
  browsers: { requests: number; read: number; written: number }
}
type D1Calls = { calls: number; read: number; written: number }

const API = '/api/v1'
const PEOPLE_PER_CALL = 500

/** `gateways`: how many gateways have the realm's queues. */
export async function openCast(server: Pick<Program, 'port'>, realm: string, gateways = 0) {
  let connection = await Connection.open(server.port)
  // The server closes idle connections after some seconds, and all connections when it is killed.
  const connected = async () => (connection.isClosed ? (connection = await Connection.open(server.port)) : connection)
  const json = async <T = unknown>(request: Buffer): Promise<T> => (await connected()).json<T>(request)
  const succeed = async (request: Buffer): Promise<Answer> => (await connected()).succeed(request)
  const ask = async (request: Buffer): Promise<Answer> => (await connected()).ask(request)
  const path = (operation: string, fields: Fields = {}) => `/bench/${operation}?${formOf({ realm, ...fields })}`
  // Only the owner has a real password hash. It would take too long for all users.
  const founding = {
    name: realm,
    owner_email: 'ada@bench.example',
    owner_full_name: 'Ada',
    owner_password: 'long enough',
  }
  const founded = await json<Omit<Member, 'realm'>>(postWithSecret(`${API}/realms`, founding, DEPLOYMENT_SECRET))
  const owner = { realm, password: founding.owner_password, ...founded }
  const people: Member[] = []

  return {
    owner,
    people,
    meters: () => json<Meters>(get(path('meters'))),
    bytes: () => json<{ realm: number; database: number }>(get(path('bytes'))),
    parked: () => json<number>(get(path('parked', { gateways }))),
    hold: (isHeld: boolean) => ask(get(path('hold', { on: isHeld ? 1 : 0 }))),
    ringNow: (secondsLater = 0) => ask(get(path('ring', { later: secondsLater }))),
    die: () => json(get(path('die'))),
    json,
    succeed,
    ask,
    async invite(count: number): Promise<void> {
      for (let missing = count - people.length; missing > 0; missing = count - people.length) {
        const range = { first: people.length, count: Math.min(missing, PEOPLE_PER_CALL) }
        for (const person of await json<Omit<Member, 'realm'>[]>(get(path('invite', range))))
          people.push({ ...person, realm })
      }
    },

    /** Creates a channel with these subscribers, and returns its id. */
    async channel(name: string, members: readonly Member[]): Promise<number> {
      for (let first = 0; first < members.length; first += PEOPLE_PER_CALL) {
        const principals = JSON.stringify(members.slice(first, first + PEOPLE_PER_CALL).map((person) => person.user_id))
        const fields = {
          subscriptions: JSON.stringify([{ name }]),
          principals,
          send_new_subscription_messages: 'false',
        }
        await json(post(`${API}/users/me/subscriptions`, fields, owner))
      }
      const { streams } = await json<{ streams: { name: string; stream_id: number }[] }>(get(`${API}/streams`, owner))
      const named = streams.filter((channel) => channel.name === name)
      return at(named, 0).stream_id
    },

    /** Returns the statements that made the realm's tables. */
    tables: () => json<string>(get(path('tables'))),

    /** Runs statements on the realm's tables. */
    run: (statements: string) => succeed(postText(path('run'), statements)),

    /** Writes messages into topics of a channel, each with so many more words. */
    history: (count: number, senders: readonly Member[], channel: number, topics = 200, words = 0) =>
      json<{ before: number }>(
        postText(
          path('history', { count, channel, topics, words }),
          JSON.stringify(senders.map((person) => person.user_id)),
        ),
      ),
  }
}

const CONTENT =
  'The build is green again: see **the third run** of `npm test`, it was the clock. ' +
  'Could you look at it before noon, please? Thanks :tada:'

export const send = (person: Person, channel: number, topic: string) =>
  post(`${API}/messages`, { type: 'channel', to: channel, topic, content: CONTENT }, person)

export const register = (person: Person, fields: Fields) => post(`${API}/register`, fields, person)
export const newestMessages = (person: Person, count: number) =>
  get(`${API}/messages?anchor=newest&num_before=${count}&num_after=0`, person)
export const markRead = (person: Person, messages: readonly number[]) =>
  post(`${API}/messages/flags`, { messages: JSON.stringify(messages), op: 'add', flag: 'read' }, person)
export const deleteQueue = (person: Person, queue_id: string) =>
  Buffer.from(get(`${API}/events?queue_id=${queue_id}`, person).toString().replace(/^GET/, 'DELETE'))
export const poll = (person: Person, queue_id: string, last_event_id: number) =>
  get(`${API}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, person)
/** Polls a gateway with the call that the Worker would make. */
export function pollOfGateway(person: Person, queue_id: string, last_event_id: number): Buffer {
  const key_hash = createHash('sha256').update(person.api_key).digest('hex')
  const call = {
    endpoint: 'GET /events',
    params: { queue_id, last_event_id, dont_block: false },
    credential: { email: person.email, key_hash },
    client: {
      request_id: 'bench',
      address: 'bench',
      name: 'website',
      vendor: '',
      realm_url: 'http://bench',
      realm_name: person.realm,
    },
  }
  const gateway = Number(/\d+/.exec(queue_id)?.[0])
  const path = `/bench/gateway?name=${person.realm}/${gateway}`
  const headers = `host: 127.0.0.1\r\nx-transport: poll\r\nx-call: ${JSON.stringify(call)}\r\n`
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
}
export const socketPath = (person: Person, queue_id: string, last_event_id: number) =>
  `/bench/socket?${formOf({ realm: person.realm, queue_id, last_event_id, email: person.email, key: person.api_key })}`
