// npm run polls                         1,000 long polls of one channel, on the server and on the floor
// npm run polls -- --listeners 5000
//
// Each client keeps its connection, and polls again as soon as it has the answer. Prints how long the last listener waits for
// a message, the CPU to answer one poll and park the next, and the memory of a parked poll.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, poll, send } from './cast.mjs'
import { openMany } from './connection.mjs'
import { registerAll } from './fan-out.mjs'
import { get, postText } from './requests.mjs'
import { openServerAndFloor } from './runtime.mjs'
import { say } from './say.mjs'
import { figure } from './ratios.mjs'

const { values } = parseArgs({
  options: { listeners: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '7' } },
})
const LISTENERS = Number(values.listeners)

const { server, floor } = await openServerAndFloor()
const cast = await openCast(server, 'crowded')
say(`creating ${LISTENERS} users`)
await cast.invite(LISTENERS)
const channel = await cast.channel('square', cast.people)
const queues = await registerAll(cast, cast.people)
const floorCast = await openFloor()

const programs = {
  floor: await listenOn(floor, floorCast, () => get('/listen')),
  server: await listenOn(
    server,
    { ...cast, send: () => cast.json(send(cast.people[0], channel, 'news')) },
    (listener, last) =>
      poll(queues[listener].person, queues[listener].queue_id, last ?? queues[listener].last_event_id),
  ),
}
const pairs = []
for (let round = 0; round <= Number(values.rounds); round++) {
  const pair = { floor: await publish(programs.floor), server: await publish(programs.server) }
  if (round > 0) pairs.push(pair)
}
console.log(`${LISTENERS} long polls: median (least..most) of ${pairs.length} rounds`)
for (const [name, of, unit] of [
  ['the last listener has the message', ({ last }) => last, 'ms'],
  ['the median listener has it', ({ median }) => median, 'ms'],
  ['all listeners wait again', ({ parked }) => parked, 'ms'],
  ['CPU to answer one and park it again', ({ cpu }) => cpu, 'ms'],
]) {
  const { floor: least, server: ours, ratio } = figure(pairs, of)
  const text = ({ median, min, max }) => `${median.toFixed(3)} (${min.toFixed(3)}..${max.toFixed(3)})`
  console.log(`${name.padEnd(36)} floor ${text(least)} ${unit}, server ${text(ours)} ${unit}, ratio ${text(ratio)}`)
}
console.log(`memory of one parked poll: floor ${programs.floor.kib} KiB, server ${programs.server.kib} KiB`)
process.exit(0)

async function openFloor() {
  const [connection] = await openMany(floor.port, 1)
  return {
    parked: () => connection.json(get('/parked')),
    send: () => connection.json(postText('/release', 'x'.repeat(900))),
  }
}

/** Opens a connection for each listener, and lets all of them wait. */
async function listenOn(program, operations, requestOf) {
  const connections = await openMany(program.port, LISTENERS)
  const state = { program, ...operations, at: Array.from({ length: LISTENERS }, () => 0), count: 0 }
  const before = program.residentMebibytes()
  for (const [listener, connection] of connections.entries())
    void (async () => {
      for (let last; ;) {
        const { body, status } = await connection.ask(requestOf(listener, last))
        if (status !== 200) throw new Error(`${status} ${body.toString()}`)
        state.at[listener] = performance.now()
        state.count++
        last = /\{"type":"message","id":(\d+)/.exec(body.toString())?.[1]
      }
    })()
  await allParked(state)
  state.kib = Math.round(((program.residentMebibytes() - before) * 1024) / LISTENERS)
  return state
}

async function allParked({ parked }) {
  while ((await parked()) < LISTENERS) await setTimeout(5)
}

/** Publishes one message. Returns when the listeners received it, and when all of them waited again. */
async function publish(state) {
  await setTimeout(300)
  const before = state.program.cpuSeconds()
  const count = state.count
  const publishedAt = performance.now()
  await state.send()
  while (state.count < count + LISTENERS) await setTimeout(2)
  const receivedAt = state.at.map((at) => at - publishedAt).toSorted((a, b) => a - b)
  await allParked(state)
  const parked = performance.now() - publishedAt
  await setTimeout(50)
  const cpu = ((state.program.cpuSeconds() - before) * 1000) / LISTENERS
  return { last: receivedAt.at(-1), median: receivedAt[LISTENERS >> 1], parked, cpu }
}
