// npm run load                                        300 clients for twenty seconds
// npm run load -- --clients 5000 --minutes 10         thousands of clients, long enough to see whether memory grows
//
// All users of a realm have an open queue, in the three ways to listen. Messages go to all of them at a steady rate. Some
// clients disconnect and reconnect, and some read slowly. At the end each client has received each message once.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast } from './cast.ts'
import { registerAll } from './fan-out.ts'
import { Listener, waitUntil, type Way } from './listener.ts'
import { post } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at, quantile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '0.33' },
    'per-second': { type: 'string', default: '2' },
  },
})
const CLIENTS = Number(values.clients)
const SECONDS = Number(values.minutes) * 60
const PER_SECOND = Number(values['per-second'])
const QUARTERS = 4
// Of a hundred clients. Each second, one of a hundred disconnects. The slow ones read nothing for three of ten seconds.
const IN_A_HUNDRED = { socket: 70, poll: 25, stream: 5 }
const SLOW_IN_A_HUNDRED = 5

const server = await openServer()
const cast = await openCast(server, 'crowded')
say(`creating ${CLIENTS} users`)
await cast.invite(CLIENTS)
const channel = await cast.channel('square', cast.people)
const sender = at(cast.people, 0)
const latencies: number[][] = [[]]
const sentAt = new Map<string, number>()
const listeners: { listener: Listener; isSlow: boolean }[] = []
const queues = await registerAll(cast, cast.people, { queue_lifespan_secs: '3600' })
for (const [nth, queue] of queues.entries()) {
  const way = wayOf(nth % 100)
  const isSlow = way === 'socket' && (nth * 7) % 100 < SLOW_IN_A_HUNDRED
  const onMessage = (content: string) => {
    const since = sentAt.get(content)
    if (!isSlow && since !== undefined) latencies.at(-1)?.push(performance.now() - since)
  }
  listeners.push({ listener: new Listener(server, queue, way, onMessage), isSlow })
}
say('listening')
const listening = listeners.map(({ listener }) => listener.listen())
while ((await cast.parked()) < CLIENTS) await setTimeout(100)

const memory = [server.residentMebibytes()]
const cpuBefore = server.cpuSeconds()
const sent: string[] = []
let isSending = true
const disturbing = disturb()
for (let quarter = 0; quarter < QUARTERS; quarter++) {
  if (quarter > 0) latencies.push([])
  await sendFor(SECONDS / QUARTERS)
  memory.push(server.residentMebibytes())
  say(
    `${quarter + 1} of ${QUARTERS}: ${sent.length} sent, ${figures(at(latencies, -1))}, ${(memory.at(-1) ?? NaN).toFixed(0)} MiB`,
  )
}
isSending = false
await disturbing
const cpu = server.cpuSeconds() - cpuBefore

const allReceived = () => listeners.every(({ listener: { received } }) => received.size >= sent.length)
await waitUntil(allReceived)
for (const { listener } of listeners) listener.stop()
await Promise.all(listening)
report()
await server.stop()

async function sendFor(seconds: number) {
  const began = performance.now()
  for (let nth = 0; nth < seconds * PER_SECOND; nth++) {
    const due = began + (nth / PER_SECOND) * 1000
    await setTimeout(Math.max(0, due - performance.now()))
    const content = `message ${sent.length}`
    sentAt.set(content, performance.now())
    await cast.json(post('/api/v1/messages', { type: 'channel', to: channel, topic: 'news', content }, sender))
    sent.push(content)
  }
}

async function disturb() {
  for (let second = 0; isSending; second++) {
    for (const [nth, { listener, isSlow }] of listeners.entries()) {
      if ((nth + second * 13) % 100 === 0) listener.drop()
      if (isSlow && (nth + second) % 10 === 0) listener.pause?.(3000)
    }
    await setTimeout(1000)
  }
}

function report() {
  const lost = listeners.flatMap(({ listener: { received, way } }) =>
    sent.filter((each) => !received.has(each)).map(() => way),
  )
  const twice = listeners.flatMap(({ listener: { received } }) => [...received.values()].filter((times) => times > 1))
  const refusals = listeners.flatMap(({ listener }) => listener.refusals)
  const comebacks = listeners.reduce((sum, { listener }) => sum + listener.comebacks, 0)
  console.log(
    `clients            ${CLIENTS}: ${Object.entries(IN_A_HUNDRED)
      .map(([way, share]) => `${share} % ${way}`)
      .join(', ')}`,
  )
  console.log(`messages           ${sent.length}, ${PER_SECOND} a second, each to all clients`)
  console.log(`events received    ${listeners.reduce((sum, { listener: { received } }) => sum + received.size, 0)}`)
  console.log(`lost, duplicate    ${lost.length}, ${twice.length}`)
  console.log(`disconnected       ${comebacks} times, and reconnected`)
  console.log(`refused            ${refusals.length} ${refusals.slice(0, 3).join('; ')}`)
  console.log(
    `latency            first quarter ${figures(at(latencies, 0))}; last quarter ${figures(at(latencies, -1))}`,
  )
  console.log(
    `memory             ${memory.map((each) => each.toFixed(0)).join(', ')} MiB, from before the first to after the last quarter`,
  )
  console.log(`CPU                ${((cpu / SECONDS) * 100).toFixed(0)} % of a core`)
  const broken: string[] = []
  const [, , early = NaN] = memory
  if ((memory.at(-1) ?? NaN) > early * 1.2 + 20) broken.push('memory grows')
  if (lost.length + twice.length + refusals.length > 0)
    broken.push('a client missed an event, received it twice, or was refused')
  for (const each of broken) console.error(`BROKEN: ${each}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}

function figures(samples: readonly number[]) {
  const sorted = samples.toSorted((a, b) => a - b)
  return `p50 ${quantile(sorted, 0.5).toFixed(0)} ms, p99 ${quantile(sorted, 0.99).toFixed(0)} ms`
}

function wayOf(place: number): Way {
  if (place < IN_A_HUNDRED.socket) return 'socket'
  return place < IN_A_HUNDRED.socket + IN_A_HUNDRED.poll ? 'poll' : 'stream'
}
