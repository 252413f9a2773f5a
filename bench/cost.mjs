// npm run cost            prints what each action takes, and what an organization costs in a month
// npm run cost -- write   also writes docs/cost.md
//
// Rows, requests and bytes are counts, and the same on any machine. CPU time depends on the machine.

import { writeFileSync } from 'node:fs'
import { actionsIn } from './actions.mjs'
import { openCast, send } from './cast.mjs'
import { actionTable, introduction, monthTable } from './cost-report.mjs'
import { difference } from './counts.mjs'
import { monthOf, WAYS } from './month.mjs'
import { openServer } from './runtime.mjs'
import { TIMES } from './working-day.mjs'

const TIMES_EACH = 20
const PEOPLE = 100
const SIZES = [100, 10_000, 100_000]
// After this time the log is trimmed, and D1 has all rows.
const CARE_SECONDS = 60
// After this time all queues have expired, with their events.
const ALL_EXPIRED_SECONDS = 3600

const server = await openServer()
const cast = await openCast(server, 'parley')
await cast.invite(PEOPLE)
const channel = await cast.channel('office', cast.people)

const actions = {}
for (const name of Object.keys(TIMES)) actions[name] = await measured(name)
const tables = [
  actionTable(actions),
  ...Object.keys(WAYS).map((way) =>
    monthTable(
      way,
      SIZES.map((people) => monthOf(actions, people, way)),
    ),
  ),
]
console.log(tables.join('\n\n'))
if (process.argv.includes('write'))
  writeFileSync(
    new URL('../docs/cost.md', import.meta.url),
    `${introduction({ times: TIMES_EACH - 1, people: PEOPLE })}\n${tables.join('\n\n')}\n`,
  )
await server.stop()

/** Does one action several times. Returns what it took on average, with the work that follows later. */
async function measured(name) {
  await cast.ringNow(ALL_EXPIRED_SECONDS)
  const sent = await sendMessages()
  await cast.ringNow(CARE_SECONDS)
  await cast.hold(true)
  const requestOf = actionsIn({ owner: cast.owner, people: cast.people, channel, sent })[name]
  const requests = Array.from({ length: TIMES_EACH }, (_, nth) => requestOf(nth))
  await cast.succeed(requests[0])
  const cpuBefore = server.cpuSeconds()
  const now = await difference(cast, async () => {
    let size = 0
    for (const request of requests.slice(1)) size += (await cast.succeed(request)).size
    return { size }
  })
  const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1000) / (TIMES_EACH - 1)
  const later = await difference(cast, () => cast.ringNow(CARE_SECONDS))
  await cast.hold(false)
  const each = (value) => value / (TIMES_EACH - 1)
  return {
    requests: 1,
    realmRequests: each(now.realmRequests),
    written: each(now.written + now.alarms),
    writtenLater: each(later.written + later.alarms),
    read: each(now.read + later.read),
    d1Calls: each(now.d1Calls),
    d1Read: each(now.d1Read + later.d1Read),
    d1Written: each(now.d1Written + later.d1Written),
    asks: requests[0].length,
    answers: each(now.response),
    cpuMs,
  }
}

/** Sends enough messages of one user for another to mark as read, twenty at a time. Returns their ids. */
async function sendMessages() {
  const sent = []
  for (let nth = 0; nth < TIMES_EACH * 20; nth++)
    sent.push((await cast.json(send(cast.people[0], channel, `topic ${nth % 8}`))).id)
  return sent
}
