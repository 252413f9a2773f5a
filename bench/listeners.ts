// Listeners of one message, on the server and on the floor: sockets of small and large groups, and polls that wait again.

import { setTimeout } from 'node:timers/promises'
import { openCast, send } from './cast.ts'
import { floorCrowd, type Crowd } from './crowds.ts'
import { registerAll, release, socketsOfFloor, socketsOfServer, type Release } from './fan-out.ts'
import { listenOn, publishToPolls, type Listening } from './parked-polls.ts'
import { heapOf } from './program-heap.ts'
import { compare, type Pair } from './ratios.ts'
import { mapKeysInTurn } from './records.ts'
import type { Program } from './runtime.ts'
import { say } from './say.ts'
import { at } from './statistics.ts'

/** How many users receive a message by socket. A small group takes little time, so it is measured in more rounds. */
export const GROUPS = ['10', '100', '1,000'] as const
export type Group = (typeof GROUPS)[number]
const SIZES: Record<Group, { listeners: number; times: number }> = {
  '10': { listeners: 10, times: 5 },
  '100': { listeners: 100, times: 3 },
  '1,000': { listeners: 1000, times: 1 },
}
const LISTENERS = 1000
const PATIENCE_MILLISECONDS = 120_000

type Programs = Pair<Program>
type Polled = { last: number; cpuMs: number }
export type Listened = {
  sockets: Record<Group, Pair<Release>[]>
  polls: Pair<Polled>[]
  /** KiB of the heap for each listener who has left, and by how many MiB the processes grew. */
  kept: { heapKib: number; grown: Pair<number> }
}

/** Measures sockets and polls in so many rounds. */
export async function measureListeners(programs: Programs, rounds: number): Promise<Listened> {
  const { server, floor } = programs
  const cast = await openCast(server, 'crowded')
  await cast.invite(LISTENERS)
  const people = cast.people.slice(0, LISTENERS)
  const channels = await mapKeysInTurn(GROUPS, (group) =>
    cast.channel(`group of ${group}`, people.slice(0, SIZES[group].listeners)),
  )
  const queues = await registerAll(cast, people)
  const heap = await heapOf(server)
  const before = { heap: await heap(), grown: residentOf(programs) }

  const sockets = await mapKeysInTurn(GROUPS, async (group) => {
    const { listeners, times } = SIZES[group]
    say(`publishing to ${group} sockets`)
    const ofServer = socketsOfServer(server, cast, queues.slice(0, listeners), channels[group])
    const { bytes } = await release(ofServer, listeners)
    const ofFloor = socketsOfFloor(floor, listeners, 'x'.repeat(bytes))
    return compare({ server: ofServer, floor: ofFloor }, (each) => release(each, listeners), rounds * times)
  })

  say('publishing to polls')
  const message = send(at(people, 0), channels['1,000'], 'news')
  const crowd: Crowd = {
    name: 'realm',
    program: server,
    queues,
    requestOf: () => message,
    parked: cast.parked,
    send: () => cast.json(message),
    sendWithoutListeners: () => Promise.reject(new Error('All users listen')),
  }
  const listening = {
    server: await listenOn(crowd, LISTENERS),
    floor: await listenOn(floorCrowd(floor), LISTENERS),
  }
  const polls = await compare(listening, publish, rounds)
  for (const each of [listening.server, listening.floor]) each.leave()
  await cast.json(message) // the realm notices who has left when it answers them
  for (const end = performance.now() + PATIENCE_MILLISECONDS; (await cast.parked()) > 0 && performance.now() < end;)
    await setTimeout(50)
  const after = { heap: await heap(), grown: residentOf(programs) }
  const grown = { server: after.grown.server - before.grown.server, floor: after.grown.floor - before.grown.floor }
  return { sockets, polls, kept: { heapKib: ((after.heap - before.heap) * 1024) / LISTENERS, grown } }
}

const residentOf = ({ server, floor }: Programs): Pair<number> => ({
  server: server.residentMebibytes(),
  floor: floor.residentMebibytes(),
})

/** Publishes one message. Returns when the last listener has it, and the CPU to answer one and let it wait again. */
async function publish(crowd: Listening): Promise<Polled> {
  const { receivedAt, cpuSeconds } = await publishToPolls(crowd)
  return { last: at(receivedAt, -1), cpuMs: (cpuSeconds * 1000) / LISTENERS }
}
