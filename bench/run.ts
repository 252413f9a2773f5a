// npm run bench            about two minutes on an idle machine
// npm run bench -- quick   under forty seconds, with wider spreads
//
// Counts rows, calls and bytes, and compares the CPU with a floor program in the same run. It fails if a promise is broken.
// Times never fail, because they depend on what else the machine does.

import { writeFileSync } from 'node:fs'
import { markRead, newestMessages, openCast, register, send } from './cast.ts'
import { countLater, countSending, difference } from './counts.ts'
import {
  pollsOfFloor,
  pollsOfServer,
  registerAll,
  release,
  socketsOfFloor,
  socketsOfServer,
  type Listeners,
  type Release,
} from './fan-out.ts'
import { closedLoop, type RequestOf } from './load.ts'
import { mixedDay } from './mixed-day.ts'
import { compare, load, sendingLoads, type Pair } from './ratios.ts'
import { isKept, printPromises, promisesIn } from './promises.ts'
import { print, type Read } from './report.ts'
import { get, postText } from './requests.ts'
import { keysOf, mapKeysInTurn } from './records.ts'
import { openServerAndFloor, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'
import { restart, wakeObject } from './waking.ts'

const isQuick = process.argv.includes('quick')
const LISTENERS = 1000
const AUDIENCES = [2, 100, 10_000]
const HISTORY = { people: 1000, messages: 100_000 }
const MARKED_AT_ONCE = 5000
const DAY_REQUESTS_PER_SECOND = 500
const effort = isQuick
  ? { rounds: 3, seconds: 0.3, moderatePerSecond: 200, wakes: 3, daySeconds: 3 }
  : { rounds: 7, seconds: 1, moderatePerSecond: 200, wakes: 9, daySeconds: 10 }

const { server, floor } = await openServerAndFloor()

const cast = await openCast(server, 'parley')
say('counting rows')
const sending = await countSending(cast, AUDIENCES)
const later = await countLater(cast, at(sending, 0).channel, 100)

const waiting = cast.people.slice(0, LISTENERS)
const busy = await cast.channel('busy', waiting)
// First, because sending as fast as possible leaves work for later: the outbox and the log.
say('mixing a working day')
const day = await mixedDay(server, cast, busy, { perSecond: DAY_REQUESTS_PER_SECOND, seconds: effort.daySeconds })

say('sending')
const sends = waiting.slice(0, 32).map((person, nth) => send(person, busy, `topic ${nth % 8}`))
const requestOf = (program: Program): RequestOf =>
  program === server ? (client) => at(sends, client) : () => postText('/insert', String(sends[0]))
const measures = sendingLoads(requestOf, effort)
const loads = await mapKeysInTurn(keysOf(measures), (name) => compare({ floor, server }, measures[name], effort.rounds))

say('publishing to listeners')
const queues = await registerAll(cast, waiting)
const polls = await compareListening(pollsOfServer(server, cast, queues, busy), (event) =>
  pollsOfFloor(floor, LISTENERS, event),
)
const sockets = await compareListening(socketsOfServer(server, cast, queues, busy), (event) =>
  socketsOfFloor(floor, LISTENERS, event),
)

say('waking')
const old = await openCast(server, 'old')
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
  const { response: bytes, read, realmRequests: crossings } = await difference(old, () => old.ask(request))
  reads[name] = {
    bytes,
    read,
    crossings,
    ...(await load(closedLoop, server, { clients: 1, seconds: effort.seconds, requestOf: () => request })),
  }
}
const woken = await wakeObject(old, requests, effort.wakes)
const restarted = await restart(server, requests['GET /users/me'], effort.wakes)

const results = { sending, later, loads, day, polls, sockets, woken, reads, restarted }
writeFileSync(new URL('results.json', import.meta.url), JSON.stringify(results, undefined, 2))
print(results)
const promises = promisesIn(results)
printPromises(promises)
const broken = promises.filter((promise) => !isKept(promise))
for (const { name, found, most } of broken) console.error(`BROKEN: ${name}: ${found}, at most ${most}`)
process.exitCode = broken.length > 0 ? 1 : 0
say('done')
await Promise.all([server.stop(), floor.stop()])

async function compareListening(listening: Listeners, ofFloor: (event: string) => Listeners): Promise<Pair<Release>[]> {
  const { bytes } = await release(listening, LISTENERS)
  const listeners = { server: listening, floor: ofFloor('x'.repeat(bytes)) }
  return compare(listeners, (each) => release(each, LISTENERS), effort.rounds)
}
