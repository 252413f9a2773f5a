// npm run audiences               the CPU of one event to 100, 1,000, 10,000 and 100,000 users, whose queues are in 1, 4 and 16 gateways
// npm run audiences -- 4          the same with these numbers of gateways
// npm run audiences -- --users 1000 1 4    up to 1,000 users: a minute, to see that it works
//
// Each user of the realm has a queue, and no client listens. The gateways accept all events without a call, and do nothing: so the
// figures are those of the realm, which decides who receives an event and builds the batches. Each audience is in all gateways, so each
// event has as many batches. CPU is that of the whole process, with the Worker that takes the request.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, register, send, type Cast, type Sent } from './cast.ts'
import { Connection } from './connection.ts'
import { copyQueues, copyUsers, subscribeCopies } from './copies.ts'
import { get, patch, post, type Person } from './requests.ts'
import { openServer, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { users: { type: 'string', default: '100000' } },
})
const GATEWAYS = positionals.length > 0 ? positionals.map(Number) : [0, 1, 4, 16]
const AUDIENCES = [100, 1000, 10_000, 100_000].filter((size) => size <= Number(values.users))
const [WARM, ROUNDS] = [2, 7]
const [SENDERS, MESSAGES_OF_SENDER] = [8, 5]
const INVITED = 100
const LARGEST = at(AUDIENCES, -1)
const EMOJI = ['tada', 'heart', 'eyes', 'cat', 'dog', 'cow', 'ant', 'car', 'pizza']

const table: Record<string, string | number>[] = []
for (const gateways of GATEWAYS) await measure(gateways)
console.table(table)

async function measure(gateways: number) {
  const server = await openServer({
    QUEUES_PER_REALM: '0',
    QUEUES_PER_GATEWAY: String(LARGEST),
    BENCH_GATEWAYS_ACCEPT: '1',
  })
  const cast = await openCast(server, `audiences-${gateways}`)
  await cast.invite(INVITED)
  say(`creating ${LARGEST} users with ${gateways} gateways`)
  const first = await copyUsers(cast, LARGEST)
  const channels: number[] = []
  for (const size of AUDIENCES) {
    const channel = await cast.channel(`audience of ${size}`, cast.people.slice(0, 1))
    await subscribeCopies(cast, channel, first, first + size - 1)
    channels.push(channel)
  }
  await cast.run(`
    UPDATE channels SET invite_only = 1, subscriber_count =
      (SELECT count(*) FROM subscriptions s WHERE s.stream_id = channels.stream_id) WHERE name LIKE 'audience of %'`)
  if (gateways > 0) {
    const { queue_id } = await cast.json<{ queue_id: string }>(
      register(at(cast.people, 1), { fetch_event_types: '[]' }),
    )
    await copyQueues(cast, queue_id, { first, last: first + LARGEST - 1, gateways })
  }
  await cast.die()
  const person = at(cast.people, 0)
  const all = await waking(server, () => cast.json(send(person, at(channels, -1), 'lunch')), person)
  add({ gateways, event: 'first message after a wake', all })
  const rows = new Map<string, number[]>()
  for (const channel of channels)
    for (const [name, cpu] of await costsIn(server, cast, { person, channel }))
      rows.set(name, [...(rows.get(name) ?? []), cpu])
  for (const [name, costs] of rows) report(gateways, name, costs)
  await server.stop()
}

/** Returns the median CPU of each action in a channel. */
async function costsIn(server: Program, cast: Cast, { person, channel }: { person: Person; channel: number }) {
  const message = send(person, channel, 'lunch')
  const ids: number[] = []
  for (let n = 0; n < WARM + ROUNDS; n++) ids.push((await cast.json<Sent>(message)).id)
  const of = (id: number) => `/api/v1/messages/${id}`
  const typing = { type: 'stream', op: 'start', stream_id: channel, topic: 'lunch' }
  const actions: Record<string, (n: number) => Buffer> = {
    message: () => message,
    reaction: (n: number) => post(`${of(at(ids, 0))}/reactions`, { emoji_name: at(EMOJI, n) }, person),
    edit: (n: number) => patch(of(at(ids, 0)), { content: `edited ${n}` }, person),
    deletion: (n: number) => remove(of(at(ids, n)), person),
    typing: () => post('/api/v1/typing', typing, person),
    'status of a user, to all': (n: number) =>
      post('/api/v1/users/me/status', { status_text: `${channel} ${n}` }, person),
  }
  const costs: [name: string, cpu: number][] = []
  for (const [name, requestOf] of Object.entries(actions)) {
    const each: number[] = []
    for (let n = 0; n < WARM + ROUNDS; n++) each.push(await cpuOf(server, () => cast.json(requestOf(n))))
    const { median } = spread(each.slice(WARM))
    costs.push([name, median])
    say(`${name}: ${median.toFixed(2)} ms`)
  }
  const burst = await cpuOf(server, () => Promise.all(Array.from({ length: SENDERS }, () => sendMany(server, message))))
  costs.push(['message, each of forty at once', burst / SENDERS / MESSAGES_OF_SENDER])
  return costs
}

/** Reports the CPU of an event for each size of its audience. */
function report(gateways: number, name: string, costs: readonly number[]) {
  const cells = Object.fromEntries(costs.map((cpu, nth) => [String(AUDIENCES[nth]), cpu.toFixed(2)]))
  const ratio = (Math.max(...costs) / Math.min(...costs)).toFixed(2)
  add({ gateways, event: name, ...cells, ...(costs.length > 1 ? { 'largest/smallest': ratio } : {}) })
}

function add(row: Record<string, string | number>) {
  table.push(row)
  say(JSON.stringify(row))
}

function remove(path: string, person: Person) {
  return Buffer.from(get(path, person).toString().replace(/^GET/, 'DELETE'))
}

/** Returns the CPU of an action, and how long another request waited meanwhile at most. */
async function waking(server: Program, act: () => Promise<unknown>, person: Person) {
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

async function sendMany(server: Program, request: Buffer) {
  const connection = await Connection.open(server.port)
  for (let count = 0; count < MESSAGES_OF_SENDER; count++) await connection.json(request)
  connection.close()
}

/** Returns the milliseconds of CPU until the process is idle again. */
async function cpuOf(server: Program, act: () => Promise<unknown>) {
  await untilIdle(server)
  const before = server.cpuSeconds()
  await act()
  await untilIdle(server)
  return (server.cpuSeconds() - before) * 1000
}

/** Waits until the process has used nearly nothing for a moment. On a busy machine that may never come. */
async function untilIdle(server: Program, { most = 0.4, milliseconds = 3000 } = {}) {
  const deadline = performance.now() + milliseconds
  for (let calm = 0; calm < 3 && performance.now() < deadline;) {
    const before = server.cpuSeconds()
    await setTimeout(20)
    calm = (server.cpuSeconds() - before) * 1000 < most ? calm + 1 : 0
  }
}
