// npm run growth               measures how rows and time grow with the audience, the realm and its history; writes docs/growth.svg,
//                              and docs/growth.md: which object saturates first
// npm run growth -- simulate   only writes docs/growth.md, from what was measured before

import { writeFileSync } from 'node:fs'
import { newestMessages, openCast, send, type Cast } from './cast.ts'
import { chart, type Point } from './chart.ts'
import { difference, type Taken } from './counts.ts'
import { closedLoop } from './load.ts'
import { openServer } from './runtime.ts'
import { BYTES_FILE, writeGrowthPage } from './saturation-report.ts'
import { at, spread } from './statistics.ts'

const SECONDS = 0.5
const AUDIENCES = [2, 10, 100, 1000, 10_000]
const REALMS = [10, 100, 1000, 10_000]
const HISTORIES = [100, 1000, 10_000, 100_000, 1_000_000]

const MEASURED_MESSAGES = 200_000

if (process.argv.includes('simulate')) {
  writeGrowthPage()
  process.exit()
}
const server = await openServer()
writeFileSync(BYTES_FILE, `${JSON.stringify(await bytesOfMessage())}\n`)
writeGrowthPage()
await draw()
await server.stop()

/** Returns how much the realm's file and D1 grow with a message. */
async function bytesOfMessage() {
  const cast = await openCast(server, 'bytes')
  // Due work trims the event log, which made the file smaller: 44 bytes for a message instead of 48.
  await cast.hold(true)
  await cast.invite(1000)
  const channel = await cast.channel('hall', cast.people.slice(0, 10))
  const before = await cast.bytes()
  await cast.history(MEASURED_MESSAGES, cast.people, channel, 2000)
  const after = await cast.bytes()
  await cast.die()
  const each = (name: 'realm' | 'database') => (after[name] - before[name]) / MEASURED_MESSAGES
  return { realm: each('realm'), database: each('database') }
}

async function draw() {
  const panels = [
    {
      title: 'Sending, by the size of the audience',
      of: 'subscribers',
      points: await audiences(),
    },
    {
      title: 'Sending to ten, by the size of the realm',
      of: 'users in the realm',
      points: await realms(),
    },
    {
      title: 'Fetching the newest 100, by the length of history',
      of: 'messages in the realm',
      points: await histories(),
    },
  ]
  for (const { title, points } of panels) {
    console.log(title)
    console.table(points)
  }
  writeFileSync(new URL('../docs/growth.svg', import.meta.url), chart(panels))
}

async function audiences() {
  const cast = await openCast(server, 'audiences')
  const points: Point[] = []
  for (const size of AUDIENCES) {
    await cast.invite(size)
    const channel = await cast.channel(`audience of ${size}`, cast.people.slice(0, size))
    points.push({ x: size, ...(await figures(cast, send(at(cast.people, 0), channel, 'lunch'))) })
  }
  return points
}

async function realms() {
  const cast = await openCast(server, 'realms')
  const points: Point[] = []
  await cast.invite(at(REALMS, 0))
  const channel = await cast.channel('ten', cast.people)
  for (const size of REALMS) {
    await cast.invite(size)
    points.push({ x: size, ...(await figures(cast, send(at(cast.people, 0), channel, 'lunch'))) })
  }
  return points
}

async function histories() {
  const points: Point[] = []
  for (const count of HISTORIES) {
    const cast = await openCast(server, `history-${count}`)
    await cast.invite(10)
    const channel = await cast.channel('hall', cast.people)
    await cast.history(count, cast.people, channel)
    await cast.die()
    points.push({ x: count, ...(await figures(cast, newestMessages(at(cast.people, 0), 100))) })
  }
  return points
}

/** Returns the rows of one request after a warm-up, and the median time of many. */
async function figures(cast: Cast, request: Buffer) {
  await cast.hold(true)
  for (let warm = 0; warm < 20; warm++) await cast.ask(request)
  const counted: Taken[] = []
  for (let nth = 0; nth < 5; nth++) counted.push(await difference(cast, () => cast.ask(request)))
  const middle = (name: keyof Taken) => spread(counted.map((one) => one[name])).median
  const { p50 } = await closedLoop(server, { clients: 1, seconds: SECONDS, requestOf: () => request })
  await cast.hold(false)
  return { read: middle('read'), written: middle('written'), ms: p50 }
}
