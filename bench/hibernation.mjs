// Does the object really sleep while people wait, and does it still answer them when it wakes? The tests put it away by
// hand; this waits for the platform to do it, about fifteen seconds: npx -c 'node bench/hibernation.mjs'. Half of them wait
// on a poll, half on a WebSocket; a WebSocket's ping must not wake the object either.

import { setTimeout } from 'node:timers/promises'
import { openCast } from './cast.mjs'
import { pollsOfServer, registerAll } from './fan-out.mjs'
import { Listener } from './listener.mjs'
import { openServer } from './runtime.mjs'

const LISTENERS = 1000
const IDLE_SECONDS = 15

const server = await openServer()
const cast = await openCast(server, 'sleepy')
await cast.invite(LISTENERS)
const channel = await cast.channel('dormitory', cast.people)
const queues = await registerAll(cast, cast.people)
const polls = pollsOfServer(server, cast, queues.slice(0, LISTENERS / 2), channel)
const hearing = polls.park()
const sockets = queues.slice(LISTENERS / 2).map((queue) => new Listener(server, queue, 'socket', () => {}))
const listening = sockets.map((socket) => socket.listen())
while ((await cast.parked()) < LISTENERS) await setTimeout(50)
const awake = await cast.meters()

const idleSince = server.cpuSeconds()
await setTimeout(IDLE_SECONDS * 500)
for (const socket of sockets) socket.ping()
await setTimeout(IDLE_SECONDS * 500)
const idleCpu = server.cpuSeconds() - idleSince

// The rows an instance has written are counted from when it woke: an instance that was replaced has written none.
const woken = await cast.meters()
const stillParked = await cast.parked()
const told = performance.now()
const [heard] = await Promise.all([Promise.all(hearing), polls.tell()])
const last = Math.max(...heard.map(({ at }) => at)) - told
const toldBySocket = () => sockets.filter((socket) => socket.heard.size > 0).length
for (let looks = 0; toldBySocket() < sockets.length && looks < 100; looks++) await setTimeout(50)
for (const socket of sockets) socket.stop()
await Promise.all(listening)
const answered = heard.filter(({ body }) => JSON.parse(body.toString()).events[0]?.type === 'message').length

console.log(
  `rows written by the instance: ${awake.written} before, ${woken.written} after ${IDLE_SECONDS} s of silence`,
)
console.log(
  `waking: ${woken.woken.ms.toFixed(1)} ms, ${woken.woken.read} rows read; CPU while silent: ${(idleCpu * 1000).toFixed(0)} ms`,
)
console.log(
  `listeners that waited through it: ${stillParked}; polls answered by the next message: ${answered}, the last after ${last.toFixed(0)} ms; told by WebSocket: ${toldBySocket()}`,
)
await server.stop()
if (woken.written >= awake.written) console.error('The object never slept.')
const everybody = answered === LISTENERS / 2 && toldBySocket() === LISTENERS / 2
if (!everybody) console.error('Somebody was not told.')
process.exitCode = woken.written < awake.written && everybody ? 0 : 1
