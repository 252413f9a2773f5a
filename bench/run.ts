// npm run bench            four minutes on an idle machine
// npm run bench -- quick   with wider spreads
//
// Counts rows, calls and crossings, and compares times and CPU with a floor program in the same run. It prints one table of what it
// enforces, and fails if a promise is broken. Times fail only as multiples of the floor's, which other programs disturb as much.

import { writeFileSync } from 'node:fs'
import { markRead, newestMessages, openCast, register, send, type Cast } from './cast.ts'
import { crossingsOf } from './counted-crossings.ts'
import { countLater, countSending, difference } from './counts.ts'
import { measureListeners } from './listeners.ts'
import { closedLoop, openLoop } from './load.ts'
import { readLongHistory } from './long-reads.ts'
import { mixedDay } from './mixed-day.ts'
import { exposeGarbage } from './program-heap.ts'
import { brokenIn, printPromises, promisesIn } from './promises.ts'
import { compare, load, sendingLoads } from './ratios.ts'
import { keysOf, mapKeysInTurn } from './records.ts'
import { print } from './report.ts'
import { get, postText } from './requests.ts'
import type { Read } from './results.ts'
import { openServerAndFloor, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'
import { registerAfterWaking, restart, wakeObject } from './waking.ts'

const isQuick = process.argv.includes('quick')
const AUDIENCES = [2, 100, 10_000]
const HISTORY = { people: 1000, messages: 100_000 }
const MARKED_AT_ONCE = 5000
const DAY_REQUESTS_PER_SECOND = 800
const MODERATE_PER_SECOND = 200
const ALL_EXPIRED_SECONDS = 3600
const effort = isQuick ? { rounds: 3, seconds: 0.3, daySeconds: 2 } : { rounds: 5, seconds: 0.7, daySeconds: 3 }
const SECONDS_OF_READING = 0.2
const { rounds, seconds } = effort

exposeGarbage()
const programs = await openServerAndFloor({ isInspected: true })
const { server, floor } = programs

// First, because a process keeps the memory that it needed before.
const listened = await measureListeners(programs, rounds)

const cast = await openCast(server, 'parley')
say('counting rows')
const sending = await countSending(cast, AUDIENCES)
const later = await countLater(cast, at(sending, 0).channel, 100)

const waiting = cast.people.slice(0, 1000)
const busy = await cast.channel('busy', waiting)
say('mixing a working day')
const message = send(at(waiting, 0), busy, 'topic 0').toString()
const rate = { perSecond: DAY_REQUESTS_PER_SECOND, seconds: effort.daySeconds }
const inserts = { ...rate, requestOf: () => postText('/insert-as-message', message) }
const dayOf = (program: Program) =>
  program === server ? mixedDay(server, cast, busy, rate) : load(openLoop, floor, inserts)
const day = await compare({ floor, server }, dayOf, isQuick ? 1 : 2)

await rest(cast)
say('sending')
const sends = waiting.slice(0, 32).map((person, nth) => send(person, busy, `topic ${nth % 8}`))
const requestsOf = (program: Program, asMessage: boolean) =>
  program === server
    ? (client: number) => at(sends, client)
    : () => postText(asMessage ? '/insert-as-message' : '/insert', message)
const measures = sendingLoads(requestsOf, { seconds, perSecond: MODERATE_PER_SECOND })
const loads = await mapKeysInTurn(keysOf(measures), (name) => compare({ floor, server }, measures[name], rounds))

say('registering after a wake')
await rest(cast)
const registered = await registerAfterWaking(programs, cast, rounds)

say('waking')
const old = await openCast(server, 'asleep')
await old.invite(HISTORY.people)
const hall = await old.channel('hall', old.people)
await old.history(HISTORY.messages, old.people, hall)
await old.die()
const [reader, newcomer] = [at(old.people, 0), at(old.people, 1)]
for (let first = 1; first < HISTORY.messages; first += MARKED_AT_ONCE)
  await old.json(
    markRead(
      reader,
      Array.from({ length: MARKED_AT_ONCE }, (_, nth) => first + nth),
    ),
  )
const requests = {
  'GET /users/me': get('/api/v1/users/me', reader),
  'POST /messages': send(reader, hall, 'old topic 1'),
  'GET /messages, 100 newest': newestMessages(reader, 100),
  'POST /register, all is read': register(reader, {}),
  'POST /register, nothing is read': register(newcomer, {}),
}
const reads: Record<string, Read> = {}
for (const [name, request] of Object.entries(requests)) {
  const { response: bytes, read, realmRequests: crossings } = await leastDifference(old, request)
  const outcome = await load(closedLoop, server, { clients: 1, seconds, requestOf: () => request })
  reads[name] = { bytes, read, crossings, ...outcome }
}
await rest(old)
const woken = await wakeObject(old, requests, rounds)

say('counting crossings')
const crossings = await crossingsOf(await openCast(server, 'far'))
const long = await readLongHistory(programs, { rounds, seconds: SECONDS_OF_READING })
say('killing the process')
const restarted = await restart(server, requests['GET /users/me'], isQuick ? 2 : 5)

const results = { sending, later, loads, day, listened, reads, woken, restarted, registered, crossings, long }
writeFileSync(new URL('results.json', import.meta.url), JSON.stringify(results, undefined, 2))
print(results)
const groups = promisesIn(results)
printPromises(groups)
const broken = brokenIn(groups)
for (const line of broken) console.error(line)
process.exitCode = broken.length > 0 ? 1 : 0
say('done')
await Promise.all([server.stop(), floor.stop()])

/** Due work that runs meanwhile reads rows, too. So the least of three times is what the request reads. */
async function leastDifference(cast: Cast, request: Buffer) {
  const found = [await difference(cast, () => cast.ask(request))]
  for (let nth = 1; nth < 3; nth++) found.push(await difference(cast, () => cast.ask(request)))
  return at(
    found.toSorted((a, b) => a.read - b.read),
    0,
  )
}

/** Lets the realm do what is due, and all queues expire: a realm that wakes reads what waits for a listener or for D1. */
async function rest(cast: Cast) {
  for (let ring = 0; ring < 3; ring++) await cast.ringNow(ALL_EXPIRED_SECONDS)
}
