// npm run cost            what each common action takes, and what an organization costs in a month
// npm run cost -- write   the same, and the tables in docs/cost.md
//
// Rows, requests and bytes are counted and the same on any machine. CPU time is this machine's.

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
// Queues are cared for, the log is trimmed and D1 is told by then.
const CARE_SECONDS = 60
// By then nobody's queue is kept any more, nor any event for it.
const ALL_ARE_GONE_SECONDS = 3600

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

/** One action, several times, and what follows from it later. */
async function measured(name) {
  await cast.ringNow(ALL_ARE_GONE_SECONDS)
  const sent = await said()
  await cast.ringNow(CARE_SECONDS)
  await cast.hold(true)
  const requestOf = actionsIn({ people: cast.people, channel, sent })[name]
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
    realmRequests: each(now.asked),
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

/** Enough of one person's messages for somebody else to mark as read, twenty at a time. */
async function said() {
  const sent = []
  for (let nth = 0; nth < TIMES_EACH * 20; nth++)
    sent.push((await cast.json(send(cast.people[0], channel, `topic ${nth % 8}`))).id)
  return sent
}
