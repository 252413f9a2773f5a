// npm run polls                         1,000 long polls of one channel, on the server and on the floor
// npm run polls -- --listeners 5000
// npm run polls -- --gateways 4         also on a server whose four gateways have the queues, with the Worker and without it
//
// Each client keeps its connection, and polls again as soon as it has the answer. Prints how long the last listener waits for
// a message, the CPU to answer one poll and park the next, and the memory of a parked poll.

import { parseArgs } from 'node:util'
import { inRounds, openCrowds, printFigure, sendingCpu } from './crowds.ts'
import { listenOn, publishToPolls, type Listening } from './parked-polls.ts'
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

const crowds = await openCrowds({ listeners: LISTENERS, gateways: GATEWAYS, alone: true, hasSameWork: true })
const listening: Listening[] = []
for (const crowd of crowds) listening.push(await listenOn(crowd, LISTENERS))
const found = await inRounds(listening, Number(values.rounds), publish)

console.log(`${LISTENERS} long polls, ${GATEWAYS} gateways: median (least..most) of ${found.length} rounds`)
printFigure(found, 'ms until the last listener has the message', ({ last }) => last)
printFigure(found, 'ms until the median listener has it', ({ median }) => median)
printFigure(found, 'ms until all listeners wait again', ({ parked }) => parked)
printFigure(found, 'µs of CPU to answer one and park it again', ({ all }) => all)
printFigure(found, 'the same without what a message without listeners takes', ({ cpu }) => cpu)
console.log(`KiB of one parked poll: ${listening.map(({ name, kib }) => `${name} ${kib}`).join(', ')}`)
process.exit(0)

/** Publishes one message. Returns when the listeners received it, when all of them waited again, and the CPU of each of them. */
async function publish(crowd: Listening) {
  const sending = await sendingCpu(crowd)
  const { receivedAt, parked, cpuSeconds } = await publishToPolls(crowd)
  const all = cpuSeconds * 1e6
  const figures = { all: all / LISTENERS, cpu: (all - sending) / LISTENERS }
  return { last: at(receivedAt, -1), median: quantile(receivedAt, 0.5), parked, ...figures }
}
