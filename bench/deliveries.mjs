// npm run deliveries                                      1,000 WebSockets of one channel
// npm run deliveries -- --listeners 5000 --way stream     server-sent events
// npm run deliveries -- --gateways 4                      the queues are in four gateways
//
// Senders send as fast as they can, and every listener receives every message. Prints deliveries a second, the server's CPU
// for each delivery, and how long the last listener waits: for a single message, and for the last message of the load.

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, send } from './cast.mjs'
import { registerAll } from './fan-out.mjs'
import { closedLoop } from './load.mjs'
import { get } from './requests.mjs'
import { openServer } from './runtime.mjs'
import { say } from './say.mjs'
import { quantile } from './statistics.mjs'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    way: { type: 'string', default: 'socket' },
    gateways: { type: 'string', default: '0' },
    senders: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
  },
})
const LISTENERS = Number(values.listeners)
const GATEWAYS = Number(values.gateways)
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
const MARK = Buffer.from('"type":"message"')
const HEADERS = {
  stream: 'accept: text/event-stream\r\n',
  socket:
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n',
}
const PATIENCE_MILLISECONDS = 120_000

const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(Math.ceil(LISTENERS / GATEWAYS)) }
const server = await openServer(GATEWAYS === 0 ? {} : inGateways)
const cast = await openCast(server, 'crowded')
say(`creating ${LISTENERS} users`)
await cast.invite(LISTENERS)
const channel = await cast.channel('square', cast.people)
const queues = await registerAll(cast, cast.people)
say('listening')
const listeners = await Promise.all(queues.map(listen))
while (GATEWAYS === 0 && (await cast.parked()) < LISTENERS) await setTimeout(50)
// Each queue has this message, so who has received it listens.
await cast.json(send(cast.people[0], channel, 'news'))
await until(() => listeners.every(({ count }) => count >= 1))

const single = []
for (let round = 0; round < ROUNDS; round++) {
  await setTimeout(300)
  const before = server.cpuSeconds()
  const sentAt = performance.now()
  const expected = listeners[0].count + 1
  await cast.json(send(cast.people[0], channel, 'news'))
  await until(() => listeners.every(({ count }) => count >= expected))
  const times = listeners.map(({ at }) => at - sentAt).toSorted((a, b) => a - b)
  single.push({ median: quantile(times, 0.5), last: times.at(-1), cpu: server.cpuSeconds() - before })
}

say('sending')
const sends = cast.people
  .slice(0, Number(values.senders))
  .map((person, sender) => send(person, channel, `topic ${sender}`))
const countBefore = listeners[0].count
const cpuBefore = server.cpuSeconds()
const began = performance.now()
const { count: sent, perSecond } = await closedLoop(server, {
  clients: sends.length,
  seconds: SECONDS,
  requestOf: (client) => sends[client],
})
const lastSentAt = performance.now()
await until(() => listeners.every(({ count }) => count >= countBefore + sent))
const elapsed = (Math.max(...listeners.map(({ at }) => at)) - began) / 1000
const deliveries = sent * LISTENERS
const lost = listeners.filter(({ count }) => count !== countBefore + sent).length
const middle = (name) =>
  quantile(
    single.map((one) => one[name]).toSorted((a, b) => a - b),
    0.5,
  )

console.log(`${LISTENERS} listeners by ${values.way}, ${sends.length} senders, ${GATEWAYS} gateways`)
console.log(`a single message: median listener ${middle('median').toFixed(0)} ms, last ${middle('last').toFixed(0)} ms`)
console.log(`                  ${((middle('cpu') / LISTENERS) * 1e6).toFixed(0)} µs of CPU a delivery`)
console.log(`at saturation:    ${Math.round(deliveries / elapsed).toLocaleString('en')} deliveries a second`)
console.log(
  `                  ${(((server.cpuSeconds() - cpuBefore) / deliveries) * 1e6).toFixed(1)} µs of CPU a delivery`,
)
console.log(`                  ${perSecond.toFixed(0)} sends a second; the last listener waits`)
console.log(
  `                  ${(Math.max(...listeners.map(({ at }) => at)) - lastSentAt).toFixed(0)} ms after the last send`,
)
console.log(lost === 0 ? 'every listener received every message once' : `${lost} listeners lost or doubled messages`)
process.exit(lost === 0 ? 0 : 1)

/** Listens without end, and counts messages without parsing them. */
async function listen({ person, queue_id, last_event_id }) {
  const listener = { count: 0, at: 0 }
  const socket = connect(server.port, '127.0.0.1')
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    const received = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let from = 0
    for (let at = received.indexOf(MARK); at >= 0; at = received.indexOf(MARK, from)) {
      listener.count++
      from = at + MARK.length
    }
    listener.at = performance.now()
    rest = received.subarray(Math.max(from, received.length - MARK.length + 1))
  })
  socket.on('error', (error) => say(error.message))
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`
  await once(socket, 'connect')
  socket.write(get(path, person).toString().replace('\r\n', `\r\n${HEADERS[values.way]}`))
  return listener
}

async function until(isSo) {
  for (const end = performance.now() + PATIENCE_MILLISECONDS; !isSo() && performance.now() < end;) await setTimeout(2)
}
