// npm run audiences               the CPU of one event to 100, 1,000, 10,000 and 100,000 users, whose queues are in 1, 4 and 16 gateways
// npm run audiences -- 4          the same with these numbers of gateways
// npm run audiences -- --users 1000 1 4    up to 1,000 users: a minute, to see that it works
//
// Each user of the realm has a queue, and no client listens. The gateways accept all events without a call, and do nothing: so the
// figures are those of the realm, which decides who receives an event and builds the batches. Each audience is in all gateways, so each
// event has as many batches. CPU is that of the whole process, with the Worker that takes the request.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, register, send } from './cast.mjs'
import { Connection } from './connection.mjs'
import { copyQueues, copyUsers, subscribeCopies } from './copies.mjs'
import { get, patch, post } from './requests.mjs'
import { openServer } from './runtime.mjs'
import { say } from './say.mjs'
import { spread } from './statistics.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { users: { type: 'string', default: '100000' } },
})
const GATEWAYS = positionals.length > 0 ? positionals.map(Number) : [0, 1, 4, 16]
const AUDIENCES = [100, 1000, 10_000, 100_000].filter((size) => size <= Number(values.users))
const [WARM, ROUNDS] = [2, 7]
const [SENDERS, MESSAGES_OF_SENDER] = [8, 5]
const INVITED = 100
const LARGEST = AUDIENCES.at(-1)
const EMOJI = ['tada', 'heart', 'eyes', 'cat', 'dog', 'cow', 'ant', 'car', 'pizza']

const table = []
for (const gateways of GATEWAYS) await measure(gateways)
console.table(table)

async function measure(gateways) {
  const server = await openServer({
    QUEUES_PER_REALM: '0',
    QUEUES_PER_GATEWAY: String(LARGEST),
    BENCH_GATEWAYS_ACCEPT: '1',
  })
  const cast = await openCast(server, `audiences-${gateways}`)
  await cast.invite(INVITED)
  say(`creating ${LARGEST} users with ${gateways} gateways`)
  const first = await copyUsers(cast, LARGEST)
  const channels = []
  for (const size of AUDIENCES) {
    const channel = await cast.channel(`audience of ${size}`, cast.people.slice(0, 1))
    await subscribeCopies(cast, channel, first, first + size - 1)
    channels.push(channel)
  }
  await cast.run(`
    UPDATE channels SET invite_only = 1, subscriber_count =
      (SELECT count(*) FROM subscriptions s WHERE s.stream_id = channels.stream_id) WHERE name LIKE 'audience of %'`)
  if (gateways > 0) {
    const { queue_id } = await cast.json(register(cast.people[1], { fetch_event_types: '[]' }))
    await copyQueues(cast, queue_id, { first, last: first + LARGEST - 1, gateways })
  }
  await cast.die()
  const person = cast.people[0]
  report(gateways, 'first message after a wake', [
    await waking(server, () => cast.json(send(person, channels.at(-1), 'lunch')), person),
  ])
  const rows = new Map()
  for (const channel of channels)
    for (const [name, cpu] of await costsIn(server, cast, { person, channel }))
      rows.set(name, [...(rows.get(name) ?? []), cpu])
  for (const [name, costs] of rows) report(gateways, name, costs)
  await server.stop()
}

/** Returns the median CPU of each action in a channel. */
async function costsIn(server, cast, { person, channel }) {
  const message = send(person, channel, 'lunch')
  const ids = []
  for (let n = 0; n < WARM + ROUNDS; n++) ids.push((await cast.json(message)).id)
  const of = (id) => `/api/v1/messages/${id}`
  const typing = { type: 'stream', op: 'start', stream_id: channel, topic: 'lunch' }
  const actions = {
    message: () => message,
    reaction: (n) => post(`${of(ids[0])}/reactions`, { emoji_name: EMOJI[n] }, person),
    edit: (n) => patch(of(ids[0]), { content: `edited ${n}` }, person),
    deletion: (n) => remove(of(ids[n]), person),
    typing: () => post('/api/v1/typing', typing, person),
    'status of a user, to all': (n) => post('/api/v1/users/me/status', { status_text: `${channel} ${n}` }, person),
  }
  const costs = []
  for (const [name, requestOf] of Object.entries(actions)) {
    const each = []
    for (let n = 0; n < WARM + ROUNDS; n++) each.push(await cpuOf(server, () => cast.json(requestOf(n))))
    costs.push([name, spread(each.slice(WARM)).median])
    say(`${name}: ${costs.at(-1)[1].toFixed(2)} ms`)
  }
  const burst = await cpuOf(server, () => Promise.all(Array.from({ length: SENDERS }, () => sendMany(server, message))))
  return [...costs, ['message, each of forty at once', burst / SENDERS / MESSAGES_OF_SENDER]]
}

function report(gateways, name, costs) {
  const cells =
    costs.length > 1
      ? costs.map((cpu, nth) => [`${AUDIENCES[nth]}`, cpu.toFixed(2)])
      : costs.map((text) => ['all', text])
  const ratio = costs.length > 1 ? { 'largest/smallest': (Math.max(...costs) / Math.min(...costs)).toFixed(2) } : {}
  const row = { gateways, event: name, ...Object.fromEntries(cells), ...ratio }
  table.push(row)
  say(JSON.stringify(row))
}

function remove(path, person) {
  return Buffer.from(get(path, person).toString().replace(/^GET/, 'DELETE'))
}

/** Returns the CPU of an action, and how long another request waited meanwhile at most. */
async function waking(server, act, person) {
  const connection = await Connection.open(server.port)
  const other = get('/api/v1/users/me', person)
  await connection.json(other)
  await untilIdle(server)
  const before = server.cpuSeconds()
  let isOver = false
  const acting = act()
    .then(() => untilIdle(server, { most: 5, milliseconds: 10_000 }))
    .finally(() => (isOver = true))
  let longest = 0
  while (!isOver) {
    const began = performance.now()
    await connection.json(other)
    longest = Math.max(longest, performance.now() - began)
    await setTimeout(5)
  }
  await acting
  connection.close()
  return `${((server.cpuSeconds() - before) * 1000).toFixed(0)} ms of CPU, another request waits ${longest.toFixed(0)} ms`
}

async function sendMany(server, request) {
  const connection = await Connection.open(server.port)
  for (let count = 0; count < MESSAGES_OF_SENDER; count++) await connection.json(request)
  connection.close()
}

/** Returns the milliseconds of CPU until the process is idle again. */
async function cpuOf(server, act) {
  await untilIdle(server)
  const before = server.cpuSeconds()
  await act()
  await untilIdle(server)
  return (server.cpuSeconds() - before) * 1000
}

/** Waits until the process has used nearly nothing for a moment. On a busy machine that may never come. */
async function untilIdle(server, { most = 0.4, milliseconds = 3000 } = {}) {
  const deadline = performance.now() + milliseconds
  for (let calm = 0; calm < 3 && performance.now() < deadline;) {
    const before = server.cpuSeconds()
    await setTimeout(20)
    calm = (server.cpuSeconds() - before) * 1000 < most ? calm + 1 : 0
  }
}
