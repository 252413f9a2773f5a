// npx -c 'node bench/hibernation.ts'
//
// Checks that the object hibernates while clients listen, and that it answers them when it wakes. The tests evict the
// object; this waits about fifteen seconds until the platform does it. Half of the clients use a long poll, half a
// WebSocket. A ping on a WebSocket must not wake the object.

import { setTimeout } from 'node:timers/promises'
import { openCast } from './cast.ts'
import { pollsOfServer, registerAll } from './fan-out.ts'
import { Listener } from './listener.ts'
import { openServer } from './runtime.ts'

const LISTENERS = 1000
const IDLE_SECONDS = 15

const server = await openServer()
const cast = await openCast(server, 'sleepy')
await cast.invite(LISTENERS)
const channel = await cast.channel('dormitory', cast.people)
const queues = await registerAll(cast, cast.people)
const polls = pollsOfServer(server, cast, queues.slice(0, LISTENERS / 2), channel)
const polling = polls.park()
const sockets = queues.slice(LISTENERS / 2).map((queue) => new Listener(server, queue, 'socket', () => {}))
const listening = sockets.map((socket) => socket.listen())
while ((await cast.parked()) < LISTENERS) await setTimeout(50)
const awake = await cast.meters()

const idleSince = server.cpuSeconds()
await setTimeout(IDLE_SECONDS * 500)
for (const socket of sockets) socket.ping()
await setTimeout(IDLE_SECONDS * 500)
const idleCpu = server.cpuSeconds() - idleSince

// The meter counts from the moment an instance woke. So a new instance has written no rows.
const woken = await cast.meters()
const stillParked = await cast.parked()
const publishedAt = performance.now()
const [responses] = await Promise.all([Promise.all(polling), polls.publish()])
const last = Math.max(...responses.map(({ at }) => at)) - publishedAt
const receivedBySocket = () => sockets.filter((socket) => socket.received.size > 0).length
for (let looks = 0; receivedBySocket() < sockets.length && looks < 100; looks++) await setTimeout(50)
for (const socket of sockets) socket.stop()
await Promise.all(listening)
const answered = responses.filter(({ body }) => JSON.parse(body.toString()).events[0]?.type === 'message').length

console.log(
  `rows written by the instance: ${awake.written} before, ${woken.written} after ${IDLE_SECONDS} s of silence`,
)
console.log(
  `waking: ${woken.woken.ms.toFixed(1)} ms, ${woken.woken.read} rows read; CPU while silent: ${(idleCpu * 1000).toFixed(0)} ms`,
)
console.log(
  `listeners that waited through it: ${stillParked}; polls answered by the next message: ${answered}, the last after ${last.toFixed(0)} ms; received by WebSocket: ${receivedBySocket()}`,
)
await server.stop()
if (woken.written >= awake.written) console.error('The object did not hibernate.')
const allReceived = answered === LISTENERS / 2 && receivedBySocket() === LISTENERS / 2
if (!allReceived) console.error('A listener did not receive the message.')
process.exitCode = woken.written < awake.written && allReceived ? 0 : 1
