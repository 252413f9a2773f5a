// npm run deploys                                     1,000 WebSockets, ten messages a second, the process ends in the middle
// npm run deploys -- --listeners 200 --way poll --gateways 4
//
// What listeners notice of a deploy, on workerd: the process is killed, and another one begins with the same files, as all objects do
// when their code changes. Prints for how long a listener received nothing. No listener loses a message, receives one twice, or has to
// register anew. `npm run world:deploys` does the same with two versions, ten times as many listeners, and virtual time.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, type Sent } from './cast.ts'
import { Connection } from './connection.ts'
import { registerAll } from './fan-out.ts'
import { Listener, waitUntil, type Way } from './listener.ts'
import { post } from './requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at, quantile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    way: { type: 'string', default: 'socket' },
    gateways: { type: 'string', default: '0' },
    'per-second': { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
})
const LISTENERS = Number(values.listeners)
const GATEWAYS = Number(values.gateways)
const PER_SECOND = Number(values['per-second'])
const MESSAGES = Number(values.seconds) * PER_SECOND
const WAY: Way = values.way === 'poll' ? 'poll' : values.way === 'stream' ? 'stream' : 'socket'

const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(Math.ceil(LISTENERS / GATEWAYS)) }
const server = await openServer(GATEWAYS === 0 ? {} : inGateways)
const cast = await openCast(server, 'deployed', GATEWAYS)
say(`creating ${LISTENERS} users`)
await cast.invite(LISTENERS)
const channel = await cast.channel('square', cast.people)
const receivedAt = new Map<Listener, number[]>()
for (const queue of await registerAll(cast, cast.people, { queue_lifespan_secs: '3600' })) {
  const times: number[] = []
  receivedAt.set(new Listener(server, queue, WAY, () => times.push(performance.now())), times)
}
const listeners = [...receivedAt.keys()]
say('listening')
const listening = listeners.map((listener) => listener.listen())
while ((await cast.parked()) < LISTENERS) await setTimeout(50)

const sending: Promise<void>[] = []
let deployedAt = Infinity
for (let nth = 0; nth < MESSAGES; nth++) {
  sending.push(send(nth))
  await setTimeout(1000 / PER_SECOND)
  if (nth !== Math.floor(MESSAGES / 2)) continue
  say('deploying')
  deployedAt = performance.now()
  await server.crash()
}
await Promise.all(sending)
await waitUntil(() => listeners.every(({ received }) => received.size === MESSAGES))
for (const listener of listeners) listener.stop()
await Promise.all(listening)
const isBroken = report()
await server.stop()
process.exit(isBroken ? 1 : 0)

/** Sends a message until it is confirmed. The server recognises it by its number. */
async function send(nth: number): Promise<void> {
  const parley_client_id = nth.toString(16).padStart(32, '0')
  const fields = { type: 'channel', to: channel, topic: 'news', content: `message ${nth}`, parley_client_id }
  for (;;) {
    try {
      const connection = await Connection.open(server.port)
      await connection.json<Sent>(post('/api/v1/messages', fields, at(cast.people, nth % LISTENERS)))
      return connection.close()
    } catch {
      await setTimeout(50) // the process ended meanwhile, or has not begun yet
    }
  }
}

/** Returns whether a listener would have noticed more than a pause. */
function report(): boolean {
  const gaps = [...receivedAt.values()]
    .map((times) => (times.find((time) => time > deployedAt + 50) ?? NaN) - (times.findLast(isBeforeDeploy) ?? NaN))
    .toSorted((a, b) => a - b)
  const lost = listeners.filter(({ received }) => received.size < MESSAGES).length
  const doubled = listeners.filter(({ received }) => [...received.values()].some((count) => count > 1)).length
  const refused = listeners.filter(({ refusals }) => refusals.length > 0)
  const quantileOf = (share: number) => `${Math.round(quantile(gaps, share))} ms`
  console.log(`${LISTENERS} listeners by ${WAY}, ${MESSAGES} messages to each, ${GATEWAYS} gateways`)
  console.log(`received nothing for: median ${quantileOf(0.5)}, p99 ${quantileOf(0.99)}, longest ${quantileOf(1)}`)
  console.log(`${lost} lost a message, ${doubled} received one twice, ${refused.length} had to register anew`)
  if (refused.length > 0) console.log([...new Set(refused.flatMap(({ refusals }) => refusals))].slice(0, 5).join('\n'))
  return lost + doubled + refused.length > 0
}

function isBeforeDeploy(time: number): boolean {
  return time <= deployedAt
}
