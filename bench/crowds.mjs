// The programs that a bench of listeners compares: the floor, a server whose realm has all queues, and two whose gateways have them.
// Requests to the last of these reach the gateway through as little code as those to the floor, so it shows the gateway alone.

import { setTimeout } from 'node:timers/promises'
import { openCast, send } from './cast.mjs'
import { Connection } from './connection.mjs'
import { registerAll } from './fan-out.mjs'
import { figure } from './ratios.mjs'
import { get, postText } from './requests.mjs'
import { openServerAndFloor } from './runtime.mjs'
import { say } from './say.mjs'

/** The bytes of the frame of a message. The floor sends as many. */
const FRAME_BYTES = 900

export const GATEWAYS_ALONE = 'gateways alone'

/** Opens the programs, each with so many people who have a queue. `gateways` 0: without those that have gateways. */
export async function openCrowds({ listeners, gateways, alone = false }) {
  const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(Math.ceil(listeners / gateways)) }
  const names = gateways === 0 ? [] : ['gateways', ...(alone ? [GATEWAYS_ALONE] : [])]
  const { server, floor, others } = await openServerAndFloor(...names.map(() => inGateways))
  const crowds = [await openFloorCrowd(floor), await openCrowd(server, { name: 'realm', listeners, gateways: 0 })]
  for (const [nth, name] of names.entries()) crowds.push(await openCrowd(others[nth], { name, listeners, gateways }))
  return crowds
}

async function openCrowd(program, { name, listeners, gateways }) {
  const cast = await openCast(program, 'crowded', gateways)
  say(`creating ${listeners} users for ${name}`)
  await cast.invite(listeners)
  const channel = await cast.channel('square', cast.people)
  const quiet = await cast.channel('quiet', [cast.owner])
  const queues = await registerAll(cast, cast.people)
  const requestOf = (sender) => send(cast.people[sender % listeners], channel, `topic ${sender}`)
  return {
    name,
    program,
    queues,
    requestOf,
    parked: cast.parked,
    send: () => cast.json(requestOf(0)),
    sendWithoutListeners: () => cast.json(send(cast.owner, quiet, 'topic')),
  }
}

async function openFloorCrowd(program) {
  const release = postText('/release', 'x'.repeat(FRAME_BYTES))
  const ask = async (request) => {
    const connection = await Connection.open(program.port)
    const answer = await connection.json(request)
    connection.close()
    return answer
  }
  return {
    name: 'floor',
    program,
    requestOf: () => release,
    parked: () => ask(get('/parked')),
    send: () => ask(release),
    sendWithoutListeners: () => ask(postText('/insert', 'x'.repeat(FRAME_BYTES))),
  }
}

/** Returns the microseconds of CPU of a message without a listener. */
export async function sendingCpu({ program, sendWithoutListeners }) {
  await setTimeout(300)
  const before = program.cpuSeconds()
  await sendWithoutListeners()
  await setTimeout(50)
  return (program.cpuSeconds() - before) * 1e6
}

/** Measures each crowd once in a round, and not always in the same order. The first round warms the programs up. */
export async function inRounds(crowds, rounds, measure) {
  const found = []
  for (let round = 0; round <= rounds; round++) {
    const first = round % crowds.length
    const figures = {}
    for (const crowd of [...crowds.slice(first), ...crowds.slice(0, first)]) figures[crowd.name] = await measure(crowd)
    if (round > 0) found.push(figures)
  }
  return found
}

/** Prints a figure of all rounds: that of the floor, and of each other program with its ratio to the floor. */
export function printFigure(found, what, of) {
  const text = ({ median, min, max }, digits = 1) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`
  console.log(what)
  for (const name of Object.keys(found[0]).toSorted()) {
    const { server, ratio } = figure(
      found.map((figures) => ({ floor: figures.floor, server: figures[name] })),
      of,
    )
    console.log(`  ${name.padEnd(16)}${text(server).padEnd(28)}${name === 'floor' ? '' : `ratio ${text(ratio, 2)}`}`)
  }
}
