// npm run deliveries                                      1,000 WebSockets of one channel, on the server and on the floor
// npm run deliveries -- --listeners 5000 --way stream     server-sent events
// npm run deliveries -- --gateways 4                      also on a server whose four gateways have the queues
//
// Every listener receives every message. Prints the CPU of the process for each delivery and how long the last listener waits: for a
// single message, and when senders send as fast as they can. The floor has WebSockets only.

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inRounds, isFloor, openCrowds, printFigure, sendingCpu, type Crowd } from './crowds.ts'
import { closedLoop } from './load.ts'
import type { Queue } from './fan-out.ts'
import { get } from './requests.ts'
import { say } from './say.ts'
import { at, quantile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    way: { type: 'string', default: 'socket' },
    gateways: { type: 'string', default: '0' },
    senders: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    loads: { type: 'string', default: '3' },
  },
})
const LISTENERS = Number(values.listeners)
const SENDERS = Number(values.senders)
const GATEWAYS = Number(values.gateways)
/** How a message begins in a frame of the server, and how a frame of the floor begins: a text of 900 bytes without a mask. */
const MARKS = { server: Buffer.from('"type":"message"'), floor: Buffer.from([0x81, 126, 3, 132]) }
const HEADERS = {
  stream: 'accept: text/event-stream\r\n',
  socket:
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n',
}
type Listener = { count: number; at: number }
type Listening = Crowd & { listeners: Listener[] }

const PATIENCE_MILLISECONDS = 120_000

const all = await openCrowds({ listeners: LISTENERS, gateways: GATEWAYS, hasSameWork: true })
const WAY = values.way === 'stream' ? 'stream' : 'socket'
const crowds: Listening[] = []
say('listening')
for (const crowd of all.filter(({ name }) => !isFloor(name) || WAY === 'socket')) {
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, nth) => listen(crowd, nth)))
  while ((await crowd.parked()) < LISTENERS) await setTimeout(50)
  crowds.push({ ...crowd, listeners })
}
const single = await inRounds(crowds, Number(values.rounds), sendOne)
say('sending')
const loads = await inRounds(crowds, Number(values.loads), sendMany)

console.log(`${LISTENERS} listeners by ${values.way}, ${SENDERS} senders, ${GATEWAYS} gateways: median (least..most)`)
printFigure(single, 'a single message: µs of CPU a delivery', ({ all }) => all)
printFigure(single, 'the same without what a message without listeners takes', ({ cpu }) => cpu)
printFigure(single, 'ms until the sender has the answer', ({ answered }) => answered)
printFigure(single, 'ms until the median listener has it', ({ median }) => median)
printFigure(single, 'ms until the last listener has it', ({ last }) => last)
printFigure(loads, 'at saturation: µs of CPU a delivery', ({ cpu }) => cpu)
printFigure(loads, 'deliveries in a second', ({ perSecond }) => perSecond)
printFigure(loads, 'messages in a second', ({ sends }) => sends)
printFigure(loads, 'ms until 99 of 100 messages are answered', ({ p99 }) => p99)
printFigure(loads, 'ms until the last listener has the last message', ({ last }) => last)
const lost = [...single, ...loads].flatMap((figures) => [...figures.values()]).reduce((sum, one) => sum + one.lost, 0)
console.log(lost === 0 ? 'every listener received every message once' : `${lost} listeners lost or doubled messages`)
process.exit(lost === 0 ? 0 : 1)

async function sendOne(crowd: Listening) {
  const { program, listeners, send } = crowd
  const sending = await sendingCpu(crowd)
  await setTimeout(300)
  const before = program.cpuSeconds()
  const sentAt = performance.now()
  const expected = at(listeners, 0).count + 1
  await send()
  const answered = performance.now() - sentAt
  const lost = await received(listeners, expected)
  const times = listeners.map((listener) => listener.at - sentAt).toSorted((a, b) => a - b)
  await setTimeout(50)
  const cpu = (program.cpuSeconds() - before) * 1e6
  const figures = { all: cpu / LISTENERS, cpu: (cpu - sending) / LISTENERS }
  return { median: quantile(times, 0.5), last: at(times, -1), answered, lost, ...figures }
}

async function sendMany({ program, listeners, requestOf }: Listening) {
  await setTimeout(300)
  const requests = Array.from({ length: SENDERS }, (_, sender) => requestOf(sender))
  const countBefore = at(listeners, 0).count
  const before = program.cpuSeconds()
  const began = performance.now()
  const {
    count,
    perSecond: sends,
    p99,
  } = await closedLoop(program, {
    clients: SENDERS,
    seconds: Number(values.seconds),
    requestOf: (client) => at(requests, client),
  })
  const lastSentAt = performance.now()
  const lost = await received(listeners, countBefore + count)
  const lastAt = Math.max(...listeners.map((listener) => listener.at))
  await setTimeout(50)
  const deliveries = count * LISTENERS
  const cpu = ((program.cpuSeconds() - before) * 1e6) / deliveries
  return { cpu, perSecond: (deliveries * 1000) / (lastAt - began), sends, p99, last: lastAt - lastSentAt, lost }
}

/** Waits until all listeners have so many messages. Returns how many listeners have another number. */
async function received(listeners: readonly Listener[], expected: number): Promise<number> {
  const isSo = () => listeners.every(({ count }) => count >= expected)
  for (const end = performance.now() + PATIENCE_MILLISECONDS; !isSo() && performance.now() < end;) await setTimeout(2)
  return listeners.filter(({ count }) => count !== expected).length
}

/** Listens without end, and counts messages without parsing them. */
async function listen({ name, program, queues, listen: request }: Crowd, nth: number): Promise<Listener> {
  const mark = isFloor(name) ? MARKS.floor : MARKS.server
  const listener = { count: 0, at: 0 }
  const socket = connect(program.port, '127.0.0.1')
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    const buffered = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let from = 0
    for (let place = buffered.indexOf(mark); place >= 0; place = buffered.indexOf(mark, from)) {
      listener.count++
      from = place + mark.length
    }
    listener.at = performance.now()
    rest = buffered.subarray(Math.max(from, buffered.length - mark.length + 1))
  })
  socket.on('error', (error) => say(error.message))
  await once(socket, 'connect')
  socket.write((request ?? requestFor(queues[nth])).toString().replace('\r\n', `\r\n${HEADERS[WAY]}`))
  return listener
}

/** Returns the request of a listener of the server. */
function requestFor(queue: Queue | undefined): Buffer {
  if (queue === undefined) throw new Error('A listener has no queue')
  return get(`/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`, queue.person)
}
