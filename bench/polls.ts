// npm run polls                         1,000 long polls of one channel, on the server and on the floor
// npm run polls -- --listeners 5000
// npm run polls -- --gateways 4         also on a server whose four gateways have the queues, with the Worker and without it
//
// Each client keeps its connection, and polls again as soon as it has the answer. Prints how long the last listener waits for
// a message, the CPU to answer one poll and park the next, and the memory of a parked poll.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { poll, pollOfGateway } from './cast.ts'
import { openMany } from './connection.ts'
import { GATEWAYS_ALONE, inRounds, openCrowds, printFigure, sendingCpu, type Crowd } from './crowds.ts'
import type { Queue } from './fan-out.ts'
import { get } from './requests.ts'
import { at, quantile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    gateways: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '7' },
  },
})
const LISTENERS = Number(values.listeners)
const GATEWAYS = Number(values.gateways)
/** To count the polls takes CPU of the measured process, so it happens rarely. */
const PROBE_MILLISECONDS = 25

const crowds = await openCrowds({ listeners: LISTENERS, gateways: GATEWAYS, alone: true })
const listening: Listening[] = []
for (const crowd of crowds) listening.push(await listenOn(crowd))
const found = await inRounds(listening, Number(values.rounds), publish)

console.log(`${LISTENERS} long polls, ${GATEWAYS} gateways: median (least..most) of ${found.length} rounds`)
printFigure(found, 'ms until the last listener has the message', ({ last }) => last)
printFigure(found, 'ms until the median listener has it', ({ median }) => median)
printFigure(found, 'ms until all listeners wait again', ({ parked }) => parked)
printFigure(found, 'µs of CPU to answer one and park it again', ({ all }) => all)
printFigure(found, 'the same without what a message without listeners takes', ({ cpu }) => cpu)
console.log(`KiB of one parked poll: ${listening.map(({ name, kib }) => `${name} ${kib}`).join(', ')}`)
process.exit(0)

/** When each listener received the last message, how many were received in all, and the KiB of a parked poll. */
type Listening = Crowd & { at: number[]; count: number; kib: number }

/** Opens a connection for each listener, and lets all of them wait. */
async function listenOn(opened: Crowd): Promise<Listening> {
  const { name, program, queues } = opened
  const crowd = { ...opened, at: Array.from({ length: LISTENERS }, () => 0), count: 0, kib: 0 }
  const requestOf = (queue: Queue | undefined, last: number | undefined) => {
    if (queue === undefined) return get('/listen')
    // The gateway answers the first polls with sockets, which need the Worker.
    const pollOf = name === GATEWAYS_ALONE && last !== undefined ? pollOfGateway : poll
    return pollOf(queue.person, queue.queue_id, last ?? queue.last_event_id)
  }
  const connections = await openMany(program.port, LISTENERS)
  const before = program.residentMebibytes()
  for (const [listener, connection] of connections.entries())
    void (async () => {
      const queue = queues[listener]
      for (let last: number | undefined; ;) {
        const { body, status } = await connection.ask(requestOf(queue, last))
        if (status !== 200) throw new Error(`${status} ${body.toString()}`)
        crowd.at[listener] = performance.now()
        crowd.count++
        const id = /\{"type":"message","id":(\d+)/.exec(body.toString())?.[1]
        last = id === undefined ? undefined : Number(id)
      }
    })()
  await allParked(crowd)
  crowd.kib = Math.round(((program.residentMebibytes() - before) * 1024) / LISTENERS)
  return crowd
}

async function allParked({ parked }: Crowd): Promise<void> {
  while ((await parked()) < LISTENERS) await setTimeout(PROBE_MILLISECONDS)
}

/** Publishes one message. Returns when the listeners received it, and when all of them waited again. */
async function publish(crowd: Listening) {
  const sending = await sendingCpu(crowd)
  await setTimeout(300)
  const { program, count, send } = crowd
  const before = program.cpuSeconds()
  const publishedAt = performance.now()
  await send()
  while (crowd.count < count + LISTENERS) await setTimeout(2)
  const receivedAt = crowd.at.map((time) => time - publishedAt).toSorted((a, b) => a - b)
  await allParked(crowd)
  const parked = performance.now() - publishedAt
  await setTimeout(50)
  const all = (program.cpuSeconds() - before) * 1e6
  const figures = { all: all / LISTENERS, cpu: (all - sending) / LISTENERS }
  return { last: at(receivedAt, -1), median: quantile(receivedAt, 0.5), parked, ...figures }
}
