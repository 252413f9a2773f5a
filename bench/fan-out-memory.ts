// npm run fan-out-memory               1,000 long polls, answered 20 times and parked again, on the server and on the floor
// npm run fan-out-memory -- --listeners 5000
//
// What a process keeps after it has answered many listeners: the heap of its JavaScript, after a collection of garbage, and its
// resident memory. Fails if the heap keeps more than a few kilobytes of a listener who has left, or if the process of the server
// grows more than twice as much as that of the floor, which keeps nothing: the rest of both is what the runtime's allocator keeps.

import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCrowds, type Crowd } from './crowds.ts'
import { allParked, listenOn } from './parked-polls.ts'
import { exposeGarbage, heapOf } from './program-heap.ts'
import { rowOf, title } from './table.ts'

const { values } = parseArgs({
  options: { listeners: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '20' } },
})
const LISTENERS = Number(values.listeners)
const ROUNDS = Number(values.rounds)
const MAX_KIB_KEPT = 8
const MAX_TIMES_FLOOR = 2

exposeGarbage()
const crowds = await openCrowds({ listeners: LISTENERS, gateways: 0, isInspected: true })
title(
  `${LISTENERS} listeners receive ${ROUNDS} messages by long polls, and leave`,
  'MiB; the heap after a collection of garbage',
)
const row = rowOf([12, 14, 14, 16, 16, 20])
row('', 'heap before', 'heap after', 'process before', 'process after', 'grew')
const grown = new Map<string, { heap: number; process: number }>()
for (const crowd of crowds) grown.set(crowd.name, await measure(crowd))

const broken: string[] = []
const ofServer = grown.get('realm')
const ofFloor = grown.get('floor')
if (ofServer === undefined || ofFloor === undefined) throw new Error('A program was not measured')
const kept = (ofServer.heap * 1024) / LISTENERS
if (kept > MAX_KIB_KEPT) broken.push(`The heap keeps ${kept.toFixed(1)} KiB of each listener`)
const times = ofServer.process / ofFloor.process
console.log(`The process of the server grew ${times.toFixed(2)} times as much as that of the floor.`)
if (times > MAX_TIMES_FLOOR) broken.push(`The process grew ${times.toFixed(2)} times as much as that of the floor`)
for (const promise of broken) console.error(`BROKEN: ${promise}`)
process.exit(broken.length > 0 ? 1 : 0)

/** Returns by how many MiB the heap and the process grew. */
async function measure(crowd: Crowd) {
  const { name, program } = crowd
  const heap = await heapOf(program)
  const before = { heap: await heap(), process: program.residentMebibytes() }
  const listening = await listenOn(crowd, LISTENERS)
  for (let round = 1; round <= ROUNDS; round++) {
    await crowd.send()
    while (listening.count < round * LISTENERS) await setTimeout(5)
    await allParked(listening)
  }
  listening.leave()
  // The floor notices who has left when it answers them.
  await crowd.send()
  while ((await crowd.parked()) > 0) await setTimeout(50)
  const after = { heap: await heap(), process: program.residentMebibytes() }
  const difference = { heap: after.heap - before.heap, process: after.process - before.process }
  const cells = [before.heap, after.heap, before.process, after.process].map((mebibytes) => mebibytes.toFixed(0))
  row(name, ...cells, `${difference.heap.toFixed(1)} and ${difference.process.toFixed(0)}`)
  return difference
}
