// The programs that a bench of listeners compares: the floor, a server whose realm has all queues, and two whose gateways have them.
// Requests to the last of these reach the gateway through as little code as those to the floor, so it shows the gateway alone.

import { setTimeout } from 'node:timers/promises'
import { openCast, send } from './cast.ts'
import { Connection } from './connection.ts'
import { registerAll } from './fan-out.ts'
import type { Queue } from './fan-out.ts'
import { figure } from './ratios.ts'
import { get, post, postText } from './requests.ts'
import { openServerAndFloor, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at, spread, type Spread } from './statistics.ts'

/** A program, and what the bench asks of it. A floor has no queues. */
export type Crowd = {
  name: string
  program: Program
  queues: readonly Queue[]
  /** The request of each listener of a floor. */
  listen?: Buffer
  requestOf: (sender: number) => Buffer
  parked: () => Promise<number>
  send: () => Promise<unknown>
  sendWithoutListeners: () => Promise<unknown>
}
type Size = { listeners: number; gateways: number }
type Opened = Size & { alone?: boolean; isInspected?: boolean; hasSameWork?: boolean }

/** The bytes of the frame of a message. The floor sends as many. */
const FRAME_BYTES = 900

export const GATEWAYS_ALONE = 'gateways alone'
/** The floor, when it also does what no server can leave out (workers/same-work.ts). */
export const SAME_WORK = 'same work'

/** Opens the programs, each with so many people who have a queue. `gateways` 0: without those that have gateways. */
export async function openCrowds({
  alone = false,
  isInspected = false,
  hasSameWork = false,
  ...size
}: Opened): Promise<Crowd[]> {
  const { listeners, gateways } = size
  const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(Math.ceil(listeners / gateways)) }
  const names = gateways === 0 ? [] : ['gateways', ...(alone ? [GATEWAYS_ALONE] : [])]
  const { server, floor, others } = await openServerAndFloor({ more: names.map(() => inGateways), isInspected })
  const floors = hasSameWork ? [floorCrowd(floor), sameWorkCrowd(floor)] : [floorCrowd(floor)]
  const crowds = [...floors, await openCrowd(server, { name: 'realm', listeners, gateways: 0 })]
  for (const [nth, name] of names.entries())
    crowds.push(await openCrowd(at(others, nth), { name, listeners, gateways }))
  return crowds
}

async function openCrowd(program: Program, { name, listeners, gateways }: Size & { name: string }): Promise<Crowd> {
  const cast = await openCast(program, 'crowded', gateways)
  say(`creating ${listeners} users for ${name}`)
  await cast.invite(listeners)
  const channel = await cast.channel('square', cast.people)
  const quiet = await cast.channel('quiet', [cast.owner])
  const queues = await registerAll(cast, cast.people)
  const requestOf = (sender: number) => send(at(cast.people, sender % listeners), channel, `topic ${sender}`)
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

const EVENT = 'x'.repeat(FRAME_BYTES)

export function floorCrowd(program: Program): Crowd {
  const release = postText('/release', EVENT)
  return floorOf('floor', program, {
    listen: get('/listen'),
    parked: get('/parked'),
    release,
    insert: postText('/insert', EVENT),
  })
}

function sameWorkCrowd(program: Program): Crowd {
  const person = { realm: 'floor', email: 'ada@bench.example', api_key: 'x'.repeat(32) }
  const fields = { type: 'channel', to: 1, topic: 'lunch', content: 'x'.repeat(FRAME_BYTES / 3), event: EVENT }
  return floorOf(SAME_WORK, program, {
    listen: get('/same/listen?queue_id=1&last_event_id=1', person),
    parked: get('/same/parked'),
    release: post('/same/release', fields, person),
    insert: post('/same/insert', fields, person),
  })
}

type FloorRequests = Record<'listen' | 'parked' | 'release' | 'insert', Buffer>

function floorOf(name: string, program: Program, { listen, parked, release, insert }: FloorRequests): Crowd {
  const ask = async <T = unknown>(request: Buffer): Promise<T> => {
    const connection = await Connection.open(program.port)
    const answer = await connection.json<T>(request)
    connection.close()
    return answer
  }
  return {
    name,
    program,
    queues: [],
    listen,
    requestOf: () => release,
    parked: () => ask<number>(parked),
    send: () => ask(release),
    sendWithoutListeners: () => ask(insert),
  }
}

/** Returns the microseconds of CPU of a message without a listener. */
export async function sendingCpu({ program, sendWithoutListeners }: Crowd): Promise<number> {
  await setTimeout(300)
  const before = program.cpuSeconds()
  await sendWithoutListeners()
  await setTimeout(50)
  return (program.cpuSeconds() - before) * 1e6
}

/** What a round gave for each program. */
export type Round<T> = Map<string, T>

/** Measures each crowd once in a round, and not always in the same order. The first round warms the programs up. */
export async function inRounds<C extends Crowd, T>(
  crowds: readonly C[],
  rounds: number,
  measure: (crowd: C) => Promise<T>,
): Promise<Round<T>[]> {
  const found: Round<T>[] = []
  for (let round = 0; round <= rounds; round++) {
    const first = round % crowds.length
    const figures: Round<T> = new Map()
    for (const crowd of [...crowds.slice(first), ...crowds.slice(0, first)])
      figures.set(crowd.name, await measure(crowd))
    if (round > 0) found.push(figures)
  }
  return found
}

/** Returns whether a crowd listens to one of the floors. */
export const isFloor = (name: string): boolean => name === 'floor' || name === SAME_WORK

/** Prints a figure of all rounds: that of the floor, and of each other program with its ratio to the floor. */
export function printFigure<T>(found: readonly Round<T>[], what: string, of: (round: T) => number): void {
  const text = ({ median, min, max }: Spread, digits = 1) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`
  const ratioTo = (base: string, name: string) =>
    spread(found.map((figures) => of(valueOf(figures, name)) / of(valueOf(figures, base))))
  console.log(what)
  for (const name of [...at(found, 0).keys()].toSorted()) {
    const { server, ratio } = figure(
      found.map((figures) => ({ floor: valueOf(figures, 'floor'), server: valueOf(figures, name) })),
      of,
    )
    const toSameWork =
      isFloor(name) || !found[0]?.has(SAME_WORK) ? '' : `, to the same work ${text(ratioTo(SAME_WORK, name), 2)}`
    const ratios = name === 'floor' ? '' : `ratio ${text(ratio, 2)}${toSameWork}`
    console.log(`  ${name.padEnd(16)}${text(server).padEnd(28)}${ratios}`)
  }
}

function valueOf<T>(figures: Round<T>, name: string): T {
  for (const [key, value] of figures) if (key === name) return value
  throw new Error(`${name} was not measured`)
}
