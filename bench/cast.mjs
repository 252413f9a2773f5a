// A realm with people in it, made through the server's own endpoints, and what the bench asks beside them.

import { Connection } from './connection.mjs'
import { get, post, postText, postWithSecret } from './requests.mjs'
import { DEPLOYMENT_SECRET } from './runtime.mjs'

const API = '/api/v1'
const PEOPLE_PER_CALL = 500

export async function openCast(server, realm) {
  let connection = await Connection.open(server.port)
  // The server hangs up on who says nothing for a few seconds, and goes away altogether when it is killed.
  const connected = async () => (connection.isClosed ? (connection = await Connection.open(server.port)) : connection)
  const json = async (request) => (await connected()).json(request)
  const succeed = async (request) => (await connected()).succeed(request)
  const tell = async (request) => (await connected()).ask(request)
  const ask = (errand, fields = {}) => `/bench/${errand}?${new URLSearchParams({ realm, ...fields })}`
  // The owner's password is hashed for good; everybody else's is not.
  const founding = {
    name: realm,
    owner_email: 'ada@bench.example',
    owner_full_name: 'Ada',
    owner_password: 'long enough',
  }
  const owner = { realm, ...(await json(postWithSecret(`${API}/realms`, founding, DEPLOYMENT_SECRET))) }
  const people = []

  return {
    owner,
    people,
    meters: () => json(get(ask('meters'))),
    parked: () => json(get(ask('parked'))),
    hold: (held) => tell(get(ask('hold', { held: held ? 1 : 0 }))),
    ringNow: (secondsLater = 0) => tell(get(ask('ring', { later: secondsLater }))),
    die: () => json(get(ask('die'))),
    json,
    succeed,
    ask: tell,
    async invite(count) {
      for (let missing = count - people.length; missing > 0; missing = count - people.length) {
        const wanted = { creator: owner.user_id, first: people.length, count: Math.min(missing, PEOPLE_PER_CALL) }
        for (const person of await json(get(ask('invite', wanted)))) people.push({ ...person, realm })
      }
    },

    /** A channel with these people in it. */
    async channel(name, members) {
      for (let at = 0; at < members.length; at += PEOPLE_PER_CALL) {
        const principals = JSON.stringify(members.slice(at, at + PEOPLE_PER_CALL).map((person) => person.user_id))
        const wanted = {
          subscriptions: JSON.stringify([{ name }]),
          principals,
          send_new_subscription_messages: 'false',
        }
        await json(post(`${API}/users/me/subscriptions`, wanted, owner))
      }
      const { streams } = await json(get(`${API}/streams`, owner))
      return streams.find((channel) => channel.name === name).stream_id
    },

    history: (count, senders, channel, topics = 200) =>
      json(
        postText(ask('history', { count, channel, topics }), JSON.stringify(senders.map((person) => person.user_id))),
      ),
  }
}

const SAID =
  'The build is green again: see **the third run** of `npm test`, it was the clock. ' +
  'Could somebody who is awake look at it before noon? Thanks :tada:'

export const send = (person, channel, topic) =>
  post(`${API}/messages`, { type: 'channel', to: channel, topic, content: SAID }, person)

export const register = (person, fields) => post(`${API}/register`, fields, person)
export const newestMessages = (person, count) =>
  get(`${API}/messages?anchor=newest&num_before=${count}&num_after=0`, person)
export const markRead = (person, messages) =>
  post(`${API}/messages/flags`, { messages: JSON.stringify(messages), op: 'add', flag: 'read' }, person)
export const deleteQueue = (person, queue_id) =>
  Buffer.from(get(`${API}/events?queue_id=${queue_id}`, person).toString().replace(/^GET/, 'DELETE'))
export const poll = (person, queue_id, last_event_id) =>
  get(`${API}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, person)
export const socketPath = (person, queue_id, last_event_id) =>
  `/bench/socket?${new URLSearchParams({ realm: person.realm, queue_id, last_event_id, email: person.email, key: person.api_key })}`
