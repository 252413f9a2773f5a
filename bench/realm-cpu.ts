// npm run realm-cpu            the CPU of the realm object for each action, apart from the Worker
// npm run realm-cpu -- write   also writes bench/realm-cpu.data.json and docs/growth.md
//
// The bench captures the calls that the Worker makes for an action, and repeats them inside the realm. "Own" is the CPU of the whole process
// meanwhile: decision, statements, and a commit for each call. "Call" is what the call between Worker and realm costs, both sides. "Later" is
// the due work that follows: the outbox, with D1 itself, and the log. The largest realm has a queue for each user, in gateways that only accept.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { markRead, newestMessages, openCast, register, send, type Cast, type Sent } from './cast.ts'
import { copyQueues, copyUsers, subscribeCopies } from './copies.ts'
import { actionsIn } from './actions.ts'
import { mapKeys } from './records.ts'
import { formOf, get, patch, post, type Fields } from './requests.ts'
import { openServer, type Program } from './runtime.ts'
import { MEASURED_FILE, writeGrowthPage } from './saturation-report.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'
import { gatewaysFor, type Cpu } from './thread.ts'
import { ACTIONS, type Action, type ByAction } from './working-day.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, actions: { type: 'string' } },
})
const SIZES = values.sizes.split(',').map(Number)
const chosen = values.actions?.split(',')
const NAMES = ACTIONS.filter((name) => chosen?.includes(name) ?? true)
const API = '/api/v1'
const INVITED = 1000
const TEAM = 20
const [MESSAGES, OFFICE_MESSAGES] = [800, 120]
const CHANNELS_PER_CALL = 100
/** The number of an action that is not repeated. */
const LAST = TEAM * MESSAGES - 1
/** So many users fetch messages. */
const READERS = 240
/** An organization can have 10,000 channels. */
const MAX_CHANNELS = 9900
const [ROUNDS, EACH] = [5, 40]
/** Each pass measures all actions, some seconds apart. What else the machine does makes a pass slower and never faster, so the least counts. */
const PASSES = 3
/** The realm is asked several times for one of these, so they are captured once. */
const IN_STEPS = ['search', 'log in']
/** Logins of an account are limited, and an edit takes long in a large realm. */
const FEW: Partial<ByAction<number>> = { 'log in': 2, 'edit a message': 2 }
const CARE_SECONDS = 60
const RINGS = 10

const measured: Record<number, unknown> = {}
for (const people of SIZES) measured[people] = await measureRealm(people)
console.log(JSON.stringify(measured, null, 2))
if (positionals.includes('write')) {
  writeFileSync(MEASURED_FILE, `${JSON.stringify(measured, null, 2)}\n`)
  writeGrowthPage()
}

type Figures = Cpu & { calls: number }
type Requests = ByAction<(nth: number) => Buffer>
type Team = { team: Cast['people']; channel: number; sent: readonly number[] }
type Measure = { name: Action; requestOf: (nth: number) => Buffer; pass: number }

async function measureRealm(people: number) {
  const gateways = gatewaysFor(people)
  const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(people), BENCH_GATEWAYS_ACCEPT: '1' }
  const server = await openServer(gateways > 1 ? inGateways : {})
  const cast = await openCast(server, `office-${people}`)
  const actions = await createRealm(cast, people, gateways)
  // What creating the realm left must not count.
  for (let ring = 0; ring < RINGS; ring++) await cast.ringNow(CARE_SECONDS)
  await cast.hold(true)
  const dueWork = await cpuOf(server, RINGS, async () => {
    for (let ring = 0; ring < RINGS; ring++) await cast.ringNow(CARE_SECONDS)
  })
  say(`${people} due work ${dueWork}`)
  const found = new Map<Action, Figures>()
  for (let pass = 0; pass < PASSES; pass++)
    for (const name of NAMES) {
      const figures = await measureAction(server, cast, { name, requestOf: actions[name], pass })
      say(`${people} ${name} ${JSON.stringify(figures)}`)
      found.set(name, least(figures, found.get(name)))
    }
  const admission = await measureAdmission(server, cast, actions['send a presence ping'])
  await server.stop()
  return { gateways, dueWork, actions: mapKeys(NAMES, (name) => found.get(name)), admission }
}

/** Creates a realm with a channel of all, one of twenty, and a channel for each ten users. Returns a function of each action. */
async function createRealm(cast: Cast, size: number, gateways: number): Promise<Requests> {
  say(`creating ${size} users`)
  // Due work runs as if hours had passed.
  await cast.succeed(patch(`${API}/realm`, { message_content_edit_limit_seconds: '"unlimited"' }, cast.owner))
  await cast.invite(INVITED)
  const team = cast.people.slice(0, TEAM)
  const author = at(team, 0)
  const [office, channel] = [await cast.channel('office', cast.people), await cast.channel('team', team)]
  const channels = Math.min(size / 10, MAX_CHANNELS)
  for (let first = 0; first < channels; first += CHANNELS_PER_CALL) {
    const names = Array.from({ length: Math.min(CHANNELS_PER_CALL, channels - first) }, (_, nth) => first + nth)
    const subscriptions = JSON.stringify(names.map((nth) => ({ name: `team ${nth}` })))
    await cast.succeed(post(`${API}/users/me/subscriptions`, { subscriptions }, cast.owner))
  }
  const sendAll = async () => {
    const sent: number[] = []
    for (let nth = 0; nth < MESSAGES; nth++)
      sent.push((await cast.json<Sent>(send(author, channel, `topic ${nth % 8}`))).id)
    for (let nth = 0; nth < OFFICE_MESSAGES; nth++) await cast.json(send(author, office, `topic ${nth % 8}`))
    return sent
  }
  const sent = await sendAll()
  if (size > INVITED) {
    say('copying users')
    const first = await copyUsers(cast, size - INVITED)
    await subscribeCopies(cast, office, first, first + size - INVITED - 1)
    const { queue_id } = await cast.json<{ queue_id: string }>(
      register(at(cast.people, 1), { fetch_event_types: '[]' }),
    )
    const range = { first: at(cast.people, 0).user_id, last: first + size - INVITED - 1, gateways }
    if (gateways > 1) await copyQueues(cast, queue_id, range)
    await cast.die()
  }
  if (size <= INVITED) return distinctActions(cast, { team, channel, sent })
  // People react to messages and edit them soon after they were sent: since the realm woke. The first event of each kind lists its queues.
  const actions = distinctActions(cast, { team, channel, sent: await sendAll() })
  for (const name of NAMES) if (!IN_STEPS.includes(name)) await cast.succeed(actions[name](LAST))
  // In a day, each user fetches messages many times.
  for (let nth = 0; nth < READERS; nth++) await cast.succeed(newestMessages(at(cast.people, nth), 100))
  return actions
}

/** Returns the actions of a working day, each time by another user or with another message. */
function distinctActions({ owner, people }: Cast, { team, channel, sent }: Team): Requests {
  const user = (nth: number) => at(people, nth % people.length)
  const member = (nth: number) => at(team, nth % team.length)
  const colleague = (nth: number) => at(team, 1 + (nth % (team.length - 1)))
  const reader = (nth: number) => user(nth % READERS)
  const message = (nth: number) => at(sent, nth % sent.length)
  return {
    ...actionsIn({ owner, people, channel, sent }),
    'register a queue': (nth: number) => register(user(nth), {}),
    'fetch 100 messages': (nth: number) => newestMessages(reader(nth), 100),
    'send to a channel': (nth: number) => send(member(nth), channel, 'lunch'),
    'send a direct message': (nth: number) => {
      const to = JSON.stringify([user(nth + 1).user_id])
      return post(`${API}/messages`, { type: 'direct', to, content: 'Are you there?' }, user(nth))
    },
    'mention a user': (nth: number) =>
      post(
        `${API}/messages`,
        { type: 'channel', to: channel, topic: 'lunch', content: '@**Person 1** soup?' },
        member(nth),
      ),
    'react to a message': (nth: number) =>
      post(`${API}/messages/${sent[Math.floor(nth / TEAM)]}/reactions`, { emoji_name: 'tada' }, member(nth)),
    'mark 20 messages as read': (nth: number) => {
      const from = 20 * (Math.floor(nth / (TEAM - 1)) % (MESSAGES / 20))
      return markRead(colleague(nth), sent.slice(from, from + 20))
    },
    'send a typing notification': (nth: number) =>
      post(`${API}/typing`, { type: 'stream', stream_id: channel, topic: 'lunch', op: 'start' }, member(nth)),
    'edit a message': (nth: number) =>
      patch(`${API}/messages/${message(nth)}`, { content: `Better so, **${nth}**: see you there.` }, at(team, 0)),
    'send a presence ping': (nth: number) =>
      post(`${API}/users/me/presence`, { status: 'active', ping_only: 'true', last_update_id: -1 }, user(nth)),
  }
}

/** Returns the milliseconds of CPU of one action: the realm's own, of its calls, and later. */
async function measureAction(server: Program, cast: Cast, { name, requestOf, pass }: Measure): Promise<Figures> {
  const isInSteps = IN_STEPS.includes(name)
  const each = FEW[name] ?? EACH
  const own: number[] = []
  let first = pass * each * (ROUNDS + 1)
  let steps = 1
  for (let round = 0; round <= ROUNDS; round++) {
    const count = isInSteps ? 1 : each
    await capture(cast, isInSteps ? 'decide' : 'refuse', () => askAll(cast, requestOf, first, count))
    first += count
    const times = isInSteps ? each : 1
    const ms = await cpuOf(server, each, async () => {
      const { calls } = await cast.json<{ calls: number }>(bench(cast, 'repeat', { times }))
      steps = calls / each
    })
    if (round > 0) own.push(ms)
  }
  const call = await callCpu(server, cast, steps)
  const later = await cpuOf(server, each * (ROUNDS + 1), () => cast.ringNow(CARE_SECONDS))
  return { calls: steps, own: rounded(spread(own).median), call, later }
}

function least(figures: Figures, earlier = figures): Figures {
  const names = ['calls', 'own', 'call', 'later'] as const
  return mapKeys(names, (name) => Math.min(figures[name], earlier[name]))
}

/** Returns the milliseconds of CPU of the calls of one action, of both sides. */
async function callCpu(server: Program, cast: Cast, steps: number): Promise<number> {
  const each: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    each.push(await cpuOf(server, EACH, () => cast.succeed(bench(cast, 'call', { times: EACH, steps }))))
  return spread(each.slice(1)).median
}

/** Returns the milliseconds of CPU with which the realm admits a caller, and no more. */
async function measureAdmission(server: Program, cast: Cast, requestOf: (nth: number) => Buffer) {
  await capture(cast, 'refuse', () => askAll(cast, requestOf, 0, EACH))
  const own = await cpuOf(server, EACH, () => cast.succeed(bench(cast, 'repeat', { times: 1, admit: 1 })))
  const call = await callCpu(server, cast, 1)
  return rounded(own + call)
}

async function askAll(cast: Cast, requestOf: (nth: number) => Buffer, first: number, count: number) {
  for (let nth = first; nth < first + count; nth++) await cast.ask(requestOf(nth))
}

async function capture(cast: Cast, as: string, act: () => Promise<unknown>) {
  await cast.succeed(bench(cast, 'capture', { as }))
  await act()
  await cast.succeed(bench(cast, 'capture', { as: 'no' }))
}

function bench({ owner }: Cast, operation: string, fields: Fields): Buffer {
  return get(`/bench/${operation}?${formOf({ realm: owner.realm, ...fields })}`)
}

/** Returns the milliseconds of CPU of the process for one of so many. */
async function cpuOf(server: Program, count: number, act: () => Promise<unknown>) {
  const before = server.cpuSeconds()
  await act()
  return rounded(((server.cpuSeconds() - before) * 1000) / count)
}

function rounded(ms: number) {
  return Number(ms.toFixed(3))
}
