// npm run registering            measures POST /register and the lists of users, with 100 to 100,000 users
// npm run registering -- 10000   the same with one number of users
//
// Rows and bytes are exact. "realm kB" is what the realm sent to the Worker when the Worker has the shared texts, and "realm ms" how
// long it took. CPU is that of the whole process: the Worker, the realm, and the local cache. The platform compresses responses, so
// the server does not. With more than 10,000 users, most of them are copies that were written into the tables.

import { gzipSync } from 'node:zlib'
import { openCast, register, type Cast } from './cast.ts'
import { Connection } from './connection.ts'
import { copyUsers, subscribeCopies } from './copies.ts'
import { difference } from './counts.ts'
import { get, patch, post, postText, type Person } from './requests.ts'
import { openServerAndFloor, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'
import { rowOf, title } from './table.ts'

const sizes = process.argv[2] === undefined ? [100, 1000, 10_000, 100_000] : [Number(process.argv[2])]
const CHANNELS_PER_CALL = 100
const SUBSCRIBERS = 20
const ROUNDS = 15
/** Further users are copies. */
const MAX_INVITED_USERS = 10_000

const capabilities = JSON.stringify({
  notification_settings_null: true,
  user_settings_object: true,
  user_list_incomplete: true,
  archived_channels: true,
})
const digests = new Map<Person, string>()
const registration = (person: Person) => register(person, { client_capabilities: capabilities, slim_presence: 'true' })
const requests: Record<string, (person: Person) => Buffer> = {
  'POST /register': registration,
  '  with partial subscribers': (person: Person) =>
    register(person, { client_capabilities: capabilities, slim_presence: 'true', include_subscribers: 'partial' }),
  '  with the users of before': (person: Person) =>
    register(person, {
      client_capabilities: capabilities,
      slim_presence: 'true',
      include_subscribers: 'partial',
      parley_users_digest: digests.get(person) ?? '',
    }),
  '  after a user changed': registration,
  'GET /users': (person: Person) => get('/api/v1/users', person),
  'GET /streams': (person: Person) => get('/api/v1/streams', person),
  'GET /user_groups': (person: Person) => get('/api/v1/user_groups', person),
}

const { server, floor } = await openServerAndFloor()
for (const users of sizes) {
  const channels = Math.min(1000, Math.max(10, users / 10))
  const cast = await openCast(server, `users-${users}`)
  say(`creating ${users} users and ${channels} channels`)
  await cast.invite(Math.min(users, MAX_INVITED_USERS))
  const hall = await cast.channel('hall', cast.people)
  for (let first = 0; first < channels; first += CHANNELS_PER_CALL) await createChannels(cast, first, channels)
  if (users > MAX_INVITED_USERS) await addCopies(cast, hall, users)
  title(`${users} users, ${channels + 1} channels`, `medians of ${ROUNDS} requests, each by another user`)
  row('', 'rows read', 'kB', 'kB, gzip', 'realm kB', 'realm ms', 'ms', 'CPU ms')
  for (const [name, requestOf] of Object.entries(requests)) row(name, ...(await costOf(cast, name, requestOf)))
  const { answer, again, ofFloor, first } = await costOfWaking(cast)
  say(`after the realm woke: ${answer} ms of CPU for the first answer, then ${first} for the first registration`)
  say(`an object with the same tables that woke: ${ofFloor} ms; the answer of a realm that is awake: ${again} ms`)
  const { longest, others } = await otherRequests(cast)
  say(
    `after the realm woke: ${others} other requests during a registration, at most ${longest} ms of CPU before one of them`,
  )
}
await Promise.all([server.stop(), floor.stop()])

/** Copies the newest user until there are so many users, all of them in the channel. */
async function addCopies(cast: Cast, stream_id: number, users: number) {
  const first = await copyUsers(cast, users - MAX_INVITED_USERS)
  await subscribeCopies(cast, stream_id, first, first + users - MAX_INVITED_USERS - 1)
  await cast.die()
}

function createChannels(cast: Cast, first: number, channels: number) {
  const names = Array.from({ length: Math.min(CHANNELS_PER_CALL, channels - first) }, (_, nth) => first + nth)
  const principals = cast.people.slice(first % 50, (first % 50) + SUBSCRIBERS).map(({ user_id }) => user_id)
  const fields = {
    subscriptions: JSON.stringify(names.map((nth) => ({ name: `channel ${nth}`, description: 'Where we talk.' }))),
    principals: JSON.stringify(principals),
    send_new_subscription_messages: 'false',
  }
  return cast.succeed(post('/api/v1/users/me/subscriptions', fields, cast.owner))
}

async function costOf(cast: Cast, name: string, requestOf: (person: Person) => Buffer): Promise<(string | number)[]> {
  if (name.includes('of before')) await fetchDigests(cast)
  await cast.ask(requestOf(at(cast.people, 99)))
  const counted = await difference(cast, () => cast.ask(requestOf(at(cast.people, 98))))
  const times: number[] = []
  const cpu: number[] = []
  const realmTimes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (name.includes('changed'))
      await cast.succeed(patch('/api/v1/settings', { full_name: `Person ${round}` }, at(cast.people, round)))
    const { realmMs } = await difference(cast, async () => {
      const [since, before] = [performance.now(), server.cpuSeconds()]
      const answer = await cast.succeed(requestOf(at(cast.people, round)))
      times.push(performance.now() - since)
      cpu.push((server.cpuSeconds() - before) * 1000)
      return answer
    })
    realmTimes.push(realmMs)
  }
  const { body } = await cast.ask(requestOf(at(cast.people, 98)))
  const ofRealm = [(counted.sentByRealm / 1000).toFixed(0), spread(realmTimes).median.toFixed(1)]
  const kilobytes = [counted.response, gzipSync(body).length].map((bytes) => (bytes / 1000).toFixed(0))
  return [counted.read, ...kilobytes, ...ofRealm, spread(times).median.toFixed(1), average(cpu).toFixed(1)]
}

/** Lets each user of the measurement register once, as a client that keeps the lists of users for its next start. */
async function fetchDigests(cast: Cast) {
  for (const person of [...cast.people.slice(0, ROUNDS), at(cast.people, 98), at(cast.people, 99)]) {
    const requested = {
      client_capabilities: capabilities,
      fetch_event_types: '["realm_user"]',
      parley_users_digest: '',
    }
    const answer = await cast.json<{ parley_users_digest: string }>(register(person, requested))
    digests.set(person, answer.parley_users_digest)
  }
}

/** Returns the CPU of the first answer of a realm that woke, that of the registration after it, and that of the floor, in milliseconds. */
async function costOfWaking(cast: Cast) {
  const rounds: Record<'answer' | 'again' | 'ofFloor' | 'first', number>[] = []
  const line = await Connection.open(floor.port)
  await line.succeed(postText('/sleeper/run', await cast.tables()))
  const cpuOf = async (program: Program, act: () => Promise<unknown>) => {
    const before = program.cpuSeconds()
    await act()
    return (program.cpuSeconds() - before) * 1000
  }
  for (let round = 0; round < ROUNDS; round++) {
    await line.succeed(get('/sleeper/die'))
    const ofFloor = await cpuOf(floor, () => line.succeed(get('/sleeper/answer')))
    await cast.die()
    const person = at(cast.people, round)
    const request = get('/api/v1/users/me', person)
    const answer = await cpuOf(server, () => cast.succeed(request))
    const again = await cpuOf(server, () => cast.succeed(request))
    rounds.push({ answer, again, ofFloor, first: await cpuOf(server, () => cast.succeed(registration(person))) })
  }
  line.close()
  const median = (name: 'answer' | 'again' | 'ofFloor' | 'first') =>
    spread(rounds.map((one) => one[name])).median.toFixed(1)
  return { answer: median('answer'), again: median('again'), ofFloor: median('ofFloor'), first: median('first') }
}

/** Sends other requests during the first registration of a realm that woke. Returns the longest wait, in CPU of the server. */
async function otherRequests(cast: Cast) {
  const rounds: { longest: number; others: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await cast.die()
    const other = await Connection.open(server.port)
    const request = get('/api/v1/users/me', at(cast.people, 0))
    await other.succeed(request)
    let isOver = false
    const waits: number[] = []
    const waiting = (async () => {
      while (!isOver) {
        const before = server.cpuSeconds()
        await other.succeed(request)
        waits.push((server.cpuSeconds() - before) * 1000)
      }
    })()
    await cast.succeed(registration(at(cast.people, round)))
    isOver = true
    await waiting
    other.close()
    rounds.push({ longest: Math.max(...waits), others: waits.length })
  }
  const median = (name: 'longest' | 'others') => Math.round(spread(rounds.map((one) => one[name])).median)
  return { longest: median('longest'), others: median('others') }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value: number) => sum + value, 0) / values.length
}

function row(...cells: (string | number)[]) {
  rowOf([30, 12, 10, 10, 10, 10, 10, 10])(...cells)
}
