// Does the object really sleep while people wait, and does it still answer them when it wakes? The tests put it away by
// hand; this waits for the platform to do it, about fifteen seconds: node bench/hibernation.mjs, by way of npx -c.

import { setTimeout } from 'node:timers/promises'
import { openCast } from './cast.mjs'
import { pollsOfServer, registerAll } from './fan-out.mjs'
import { build, scratch, startServer } from './runtime.mjs'

const LISTENERS = 1000
const IDLE_SECONDS = 15

const directory = scratch()
const server = await startServer(directory, await build('worker.ts', directory))
const cast = await openCast(server, 'sleepy')
await cast.invite(LISTENERS)
const channel = await cast.channel('dormitory', cast.people)
const polls = pollsOfServer(server, cast, await registerAll(cast, cast.people), channel)
const hearing = polls.park()
while ((await cast.parked()) < LISTENERS) await setTimeout(50)
const awake = await cast.meters()

const idleSince = server.cpuSeconds()
await setTimeout(IDLE_SECONDS * 1000)
const idleCpu = server.cpuSeconds() - idleSince

// The rows an instance has written are counted from when it woke: an instance that was replaced has written none.
const woken = await cast.meters()
const stillParked = await cast.parked()
const told = performance.now()
const [heard] = await Promise.all([Promise.all(hearing), polls.tell()])
const last = Math.max(...heard.map(({ at }) => at)) - told
const answered = heard.filter(({ body }) => JSON.parse(body.toString()).events[0]?.type === 'message').length

console.log(
  `rows written by the instance: ${awake.written} before, ${woken.written} after ${IDLE_SECONDS} s of silence`,
)
console.log(
  `waking: ${woken.woken.ms.toFixed(1)} ms, ${woken.woken.read} rows read; CPU while silent: ${(idleCpu * 1000).toFixed(0)} ms`,
)
console.log(
  `polls that waited through it: ${stillParked}; answered by the next message: ${answered}, the last after ${last.toFixed(0)} ms`,
)
await server.stop()
if (woken.written >= awake.written) console.error('The object never slept.')
if (answered < LISTENERS) console.error('Somebody was not told.')
process.exitCode = woken.written < awake.written && answered === LISTENERS ? 0 : 1
