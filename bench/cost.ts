// npm run cost            prints what each action takes, and what an organization costs in a month
// npm run cost -- write   also writes docs/cost.md, docs/growth.md, and the figures of 1,000 users from which the server estimates its cost
// npm run cost -- client  only plays the day of the web client in Chromium, in two minutes; with "write", replaces its part of docs/cost.md
//
// Rows, requests and bytes are counts, and the same on any machine. CPU time depends on the machine.

import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { buildClient } from '../scripts/build-client.ts'
import { actionsIn } from './actions.ts'
import { deleteQueue, openCast, register, send, type Cast, type Sent } from './cast.ts'
import { playDay } from './client-day.ts'
import { clientSection, withClientSection } from './client-day-report.ts'
import { actionTable, fillingTable, introduction, monthTable, replicaMonthTable, replicaTable } from './cost-report.ts'
import { writeCountedActions } from './counted-actions.ts'
import { difference, type Taken } from './counts.ts'
import { monthOf, WAYS, type ActionFigures, type Actions, type Way } from './month.ts'
import { keysOf, mapKeysInTurn } from './records.ts'
import { MESSAGES_TO_COMPARE, monthsOf, REPLICA_ACTIONS, replicaRequests, type ReplicaFigures } from './replicas.ts'
import { post } from './requests.ts'
import { openServer } from './runtime.ts'
import { continuedTo } from './saturation.ts'
import { writeGrowthPage } from './saturation-report.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'
import { ACTIONS, ROWS_OF_DUE_WORK, type Action } from './working-day.ts'

const TIMES_EACH = 20
const SIZES = [100, 1000, 10_000]
/** The size of which the server takes the figures, and in which a browser plays its day. */
const ESTIMATED = 1000
const CHANNELS_PER_CALL = 100
/** Not measured: `continuedTo` says how. */
const LARGEST = 100_000
const MAX_RINGS = 100
/** Due work that finds nothing to do reads fewer rows. */
const FEW_ROWS = 100
// After this time the log is trimmed, and D1 has all rows.
const CARE_SECONDS = 60
// After this time all queues have expired, with their events.
const ALL_EXPIRED_SECONDS = 3600

const PAGE = new URL('../docs/cost.md', import.meta.url)
const isWriting = process.argv.includes('write')
const section = await measureClient()
if (process.argv.includes('client')) {
  console.log(section)
  if (isWriting) writeFileSync(PAGE, withClientSection(readFileSync(PAGE, 'utf8'), section))
  process.exit()
}
const server = await openServer()
const measures: { people: number; actions: Actions; replica: ReplicaFigures }[] = []
for (const people of SIZES) measures.push({ people, ...(await measureRealm(people)) })
const { replica } = at(measures, -1)
const months = [
  ...measures,
  { people: LARGEST, replica, actions: continuedTo(LARGEST, at(measures, -2), at(measures, -1)) },
]
const tables = [
  ...measures.map(({ people, actions }) => `### ${people.toLocaleString('en')} users\n\n${actionTable(actions)}`),
  '## A month',
  ...keysOf(WAYS).map((way) =>
    monthTable(
      `with ${WAYS[way]}`,
      months.map(({ people, actions }) => monthOf(actions, people, way)),
    ),
  ),
  section,
  replicaTable(replica),
  ...keysOf(WAYS).map((way) => replicaMonths(way)),
  fillingTable(replica),
]
console.log(tables.join('\n\n'))
if (isWriting) {
  writeFileSync(
    PAGE,
    `${introduction({ times: TIMES_EACH - 1, sizes: SIZES, largest: LARGEST })}\n${tables.join('\n\n')}\n`,
  )
  writeCountedActions(at(measures, SIZES.indexOf(ESTIMATED)).actions)
  writeGrowthPage()
}
await server.stop()

/** Lets a browser play a working day. */
async function measureClient(): Promise<string> {
  await buildClient()
  // Browsers send no secure cookie over a socket without encryption.
  const program = await openServer({ DEVELOPMENT: 'true' })
  const day = await playDay(program, ESTIMATED)
  await program.stop()
  return clientSection(day, { people: ESTIMATED, sizes: [...SIZES, LARGEST] })
}

function writtenIn({ written, alarms }: Taken): number {
  return written + alarms
}

/** Measures each action in a realm of this many users, with a channel for each ten of them. */
async function measureRealm(people: number): Promise<{ actions: Actions; replica: ReplicaFigures }> {
  const cast = await openCast(server, `office-${people}`)
  say(`creating ${people} users`)
  await cast.invite(people)
  const channel = await cast.channel('office', cast.people)
  for (let first = 0; first < people / 10; first += CHANNELS_PER_CALL) {
    const names = Array.from({ length: Math.min(CHANNELS_PER_CALL, people / 10 - first) }, (_, nth) => first + nth)
    const subscriptions = JSON.stringify(names.map((nth) => ({ name: `team ${nth}` })))
    await cast.succeed(post('/api/v1/users/me/subscriptions', { subscriptions }, cast.owner))
  }
  // What creating the users left to do, and the daily work, must not count as work of the actions.
  for (let ring = 0; ring < MAX_RINGS; ring++) {
    const { written, read } = await difference(cast, () => cast.ringNow(ALL_EXPIRED_SECONDS))
    if (written < 2 && read < FEW_ROWS) break
  }
  say(`measuring ${people} users`)
  const actions = await mapKeysInTurn(ACTIONS, (name) => measuredAction(cast, channel, name))
  return { actions, replica: await measureReplica(cast, channel) }
}

/** Returns what due work takes that finds nothing to do. Work of once a day may fall into the first attempts. */
async function constantWork(cast: Cast): Promise<Taken> {
  let constant = await difference(cast, () => cast.ringNow(CARE_SECONDS))
  for (let more = 2; writtenIn(constant) > ROWS_OF_DUE_WORK && more > 0; more--)
    constant = await difference(cast, () => cast.ringNow(CARE_SECONDS))
  if (writtenIn(constant) > ROWS_OF_DUE_WORK)
    throw new Error(`Due work wrote ${writtenIn(constant)} rows, and a month counts ${ROWS_OF_DUE_WORK}`)
  return constant
}

/** Measures the requests of a browser that keeps the history. */
async function measureReplica(cast: Cast, channel: number): Promise<ReplicaFigures> {
  const { before } = await cast.history(MESSAGES_TO_COMPARE, cast.people, channel)
  await cast.die()
  const requests = await replicaRequests(cast, before)
  return mapKeysInTurn(REPLICA_ACTIONS, (name) => measured(cast, requests[name]))
}

async function measuredAction(cast: Cast, channel: number, name: Action): Promise<ActionFigures> {
  await cast.ringNow(ALL_EXPIRED_SECONDS)
  const sent = await sendMessages(cast, channel)
  return measured(cast, actionsIn({ owner: cast.owner, people: cast.people, channel, sent })[name])
}

/** Does one action several times. Returns what it took on average, with the work that follows later. */
async function measured(cast: Cast, requestOf: (nth: number) => Buffer): Promise<ActionFigures> {
  // Trimming keeps rows for as many events as were just sent, and the second time deletes them, because no event came.
  let queue_id: string | undefined
  for (let ring = 0; ring < 2; ring++) {
    queue_id = await replaceQueue(cast, queue_id)
    await cast.ringNow(CARE_SECONDS)
  }
  const constant = await constantWork(cast)
  await cast.hold(true)
  const [first, ...requests] = [requestOf(0), ...Array.from({ length: TIMES_EACH - 1 }, (_, nth) => requestOf(nth + 1))]
  await cast.succeed(first)
  const cpuBefore = server.cpuSeconds()
  const now = await difference(cast, async () => {
    let size = 0
    for (const request of requests) size += (await cast.succeed(request)).size
    return { size }
  })
  const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1000) / (TIMES_EACH - 1)
  await replaceQueue(cast, queue_id)
  const later = await difference(cast, () => cast.ringNow(CARE_SECONDS))
  await cast.hold(false)
  const each = (value: number) => value / (TIMES_EACH - 1)
  return {
    realmRequests: each(now.realmRequests),
    written: each(writtenIn(now)),
    // A month counts the rows of due work without tasks.
    writtenLater: each(Math.max(0, writtenIn(later) - writtenIn(constant))),
    read: each(now.read + Math.max(0, later.read - constant.read)),
    d1Calls: each(now.d1Calls),
    d1Read: each(now.d1Read + later.d1Read),
    d1Written: each(now.d1Written + later.d1Written),
    asks: first.length,
    answers: each(now.response),
    cpuMs,
  }
}

function replicaMonths(way: Way): string {
  return replicaMonthTable(
    way,
    months.map(({ people, actions }) => ({ people, ...monthsOf(actions, replica, people, way) })),
  )
}

/** A client has received all events. Without any client, the log would keep no row. */
async function replaceQueue(cast: Cast, earlier_id: string | undefined): Promise<string> {
  const listener = at(cast.people, -1)
  const { queue_id } = await cast.json<{ queue_id: string }>(
    register(listener, { event_types: '["restart"]', fetch_event_types: '[]' }),
  )
  if (earlier_id !== undefined) await cast.succeed(deleteQueue(listener, earlier_id))
  return queue_id
}

/** Sends enough messages of one user for another to mark as read, twenty at a time. Returns their ids. */
async function sendMessages(cast: Cast, channel: number) {
  const sent: number[] = []
  for (let nth = 0; nth < TIMES_EACH * 20; nth++)
    sent.push((await cast.json<Sent>(send(at(cast.people, 0), channel, `topic ${nth % 8}`))).id)
  return sent
}
