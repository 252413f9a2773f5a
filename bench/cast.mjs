// A realm with users, created through the server's own endpoints, and the requests of the bench.

import { createHash } from 'node:crypto'
import { Connection } from './connection.mjs'
import { get, post, postText, postWithSecret } from './requests.mjs'
import { DEPLOYMENT_SECRET } from './runtime.mjs'

const API = '/api/v1'
const PEOPLE_PER_CALL = 500

/** `gateways`: how many gateways have the realm's queues. */
export async function openCast(server, realm, gateways = 0) {
  let connection = await Connection.open(server.port)
  // The server closes idle connections after some seconds, and all connections when it is killed.
  const connected = async () => (connection.isClosed ? (connection = await Connection.open(server.port)) : connection)
  const json = async (request) => (await connected()).json(request)
  const succeed = async (request) => (await connected()).succeed(request)
  const ask = async (request) => (await connected()).ask(request)
  const path = (operation, fields = {}) => `/bench/${operation}?${new URLSearchParams({ realm, ...fields })}`
  // Only the owner has a real password hash. It would take too long for all users.
  const founding = {
    name: realm,
    owner_email: 'ada@bench.example',
    owner_full_name: 'Ada',
    owner_password: 'long enough',
  }
  const owner = {
    realm,
    password: founding.owner_password,
    ...(await json(postWithSecret(`${API}/realms`, founding, DEPLOYMENT_SECRET))),
  }
  const people = []

  return {
    owner,
    people,
    meters: () => json(get(path('meters'))),
    bytes: () => json(get(path('bytes'))),
    parked: () => json(get(path('parked', { gateways }))),
    hold: (isHeld) => ask(get(path('hold', { on: isHeld ? 1 : 0 }))),
    ringNow: (secondsLater = 0) => ask(get(path('ring', { later: secondsLater }))),
    die: () => json(get(path('die'))),
    json,
    succeed,
    ask,
    async invite(count) {
      for (let missing = count - people.length; missing > 0; missing = count - people.length) {
        const range = { first: people.length, count: Math.min(missing, PEOPLE_PER_CALL) }
        for (const person of await json(get(path('invite', range)))) people.push({ ...person, realm })
      }
    },

    /** Creates a channel with these subscribers, and returns its id. */
    async channel(name, members) {
      for (let at = 0; at < members.length; at += PEOPLE_PER_CALL) {
        const principals = JSON.stringify(members.slice(at, at + PEOPLE_PER_CALL).map((person) => person.user_id))
        const fields = {
          subscriptions: JSON.stringify([{ name }]),
          principals,
          send_new_subscription_messages: 'false',
        }
        await json(post(`${API}/users/me/subscriptions`, fields, owner))
      }
      const { streams } = await json(get(`${API}/streams`, owner))
      return streams.find((channel) => channel.name === name).stream_id
    },

    /** Runs statements on the realm's tables. */
    run: (statements) => succeed(postText(path('run'), statements)),

    history: (count, senders, channel, topics = 200) =>
      json(
        postText(path('history', { count, channel, topics }), JSON.stringify(senders.map((person) => person.user_id))),
      ),
  }
}

const CONTENT =
  'The build is green again: see **the third run** of `npm test`, it was the clock. ' +
  'Could you look at it before noon, please? Thanks :tada:'

export const send = (person, channel, topic) =>
  post(`${API}/messages`, { type: 'channel', to: channel, topic, content: CONTENT }, person)

export const register = (person, fields) => post(`${API}/register`, fields, person)
export const newestMessages = (person, count) =>
  get(`${API}/messages?anchor=newest&num_before=${count}&num_after=0`, person)
export const markRead = (person, messages) =>
  post(`${API}/messages/flags`, { messages: JSON.stringify(messages), op: 'add', flag: 'read' }, person)
export const deleteQueue = (person, queue_id) =>
  Buffer.from(get(`${API}/events?queue_id=${queue_id}`, person).toString().replace(/^GET/, 'DELETE'))
export const poll = (person, queue_id, last_event_id) =>
  get(`${API}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, person)
/** Polls a gateway with the call that the Worker would make. */
export function pollOfGateway(person, queue_id, last_event_id) {
  const key_hash = createHash('sha256').update(person.api_key).digest('hex')
  const call = {
    endpoint: 'GET /events',
    params: { queue_id, last_event_id: Number(last_event_id), dont_block: false },
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
  const [gateway] = /\d+/.exec(queue_id) ?? []
  const path = `/bench/gateway?name=${person.realm}/${gateway}`
  const headers = `host: 127.0.0.1\r\nx-transport: poll\r\nx-call: ${JSON.stringify(call)}\r\n`
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
}
export const socketPath = (person, queue_id, last_event_id) =>
  `/bench/socket?${new URLSearchParams({ realm: person.realm, queue_id, last_event_id, email: person.email, key: person.api_key })}`
