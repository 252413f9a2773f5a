// One message to many listeners: the time from the sender's request to the event at each listener.

import { setTimeout } from 'node:timers/promises'
import { poll, register, send, socketPath, type Cast, type Member } from './cast.ts'
import { Connection, parsed, type Answer } from './connection.ts'
import { get, postText, upgrade, type Fields, type Person } from './requests.ts'
import type { Program } from './runtime.ts'
import { at, quantile } from './statistics.ts'

/** A queue of a user, and the last event that was received. */
export type Queue = { person: Person; queue_id: string; last_event_id: number }
type Received = Pick<Answer, 'at' | 'body'>
export type Listeners = {
  program: Program
  park: () => Promise<Received>[]
  parked: () => Promise<number>
  publish: () => Promise<unknown>
}
export type Release = Awaited<ReturnType<typeof release>>

/** Registers a queue for messages for each of these users. */
export async function registerAll(cast: Cast, people: readonly Member[], more: Fields = {}): Promise<Queue[]> {
  const queues: Queue[] = []
  for (const person of people) {
    const { queue_id, last_event_id } = await cast.json<Omit<Queue, 'person'>>(
      register(person, { event_types: '["message"]', fetch_event_types: '[]', ...more }),
    )
    queues.push({ person, queue_id, last_event_id })
  }
  return queues
}

/** Listeners on the server: `park` begins to wait, `parked` counts, and `publish` sends the message. */
export const pollsOfServer = (server: Program, cast: Cast, queues: readonly Queue[], channel: number) => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const response = await answerOf(server, poll(queue.person, queue.queue_id, queue.last_event_id))
      queue.last_event_id = lastEventIn(response.body)
      return response
    }),
  parked: cast.parked,
  publish: () => cast.json(send(at(queues, 0).person, channel, 'news')),
})

export const pollsOfFloor = (floor: Program, count: number, event: string): Listeners => ({
  program: floor,
  park: () => Array.from({ length: count }, () => answerOf(floor, get('/listen'))),
  parked: () => jsonOf<number>(floor, get('/parked')),
  publish: () => jsonOf(floor, postText('/release', event)),
})

/** Listeners on the realm's own sockets, each with one frame. */
export const socketsOfServer = (server: Program, cast: Cast, queues: readonly Queue[], channel: number): Listeners => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const frame = await frameOn(server, socketPath(queue.person, queue.queue_id, queue.last_event_id))
      const [json = ''] = /\{"events":.*\]\}/s.exec(frame.body.toString()) ?? []
      queue.last_event_id = lastEventIn(json)
      return frame
    }),
  parked: cast.parked,
  publish: () => cast.json(send(at(queues, 0).person, channel, 'news')),
})

export const socketsOfFloor = (floor: Program, count: number, event: string): Listeners => ({
  ...pollsOfFloor(floor, count, event),
  park: () => Array.from({ length: count }, () => frameOn(floor, '/listen')),
})

const lastEventIn = (json: Buffer | string): number => at(parsed<{ events: { id: number }[] }>(json).events, -1).id

async function answerOf({ port }: Program, request: Buffer): Promise<Answer> {
  const connection = await Connection.open(port)
  const response = await connection.ask(request)
  connection.close()
  return response
}

async function jsonOf<T = unknown>(program: Program, request: Buffer): Promise<T> {
  return parsed<T>((await answerOf(program, request)).body)
}

async function frameOn({ port }: Program, path: string): Promise<Received> {
  const connection = await Connection.open(port)
  const { status, body } = await connection.ask(upgrade(path))
  if (status !== 101) throw new Error(`${path}: ${status} ${body.toString()}`)
  const frame = await new Promise<Received>((resolve) => {
    connection.onFrame((bytes) => resolve({ at: performance.now(), body: bytes }))
  })
  connection.close()
  return frame
}

/** Parks all listeners, publishes one event, and waits until the last listener has received it. */
export async function release(listeners: Listeners, count: number) {
  while ((await listeners.parked()) > 0) await setTimeout(20) // the listeners of the event before are still leaving
  const parking = listeners.park()
  while ((await listeners.parked()) < count) await setTimeout(20)
  await setTimeout(100)
  const before = listeners.program.cpuSeconds()
  const publishedAt = performance.now()
  const [received] = await Promise.all([Promise.all(parking), listeners.publish()])
  const after = received.map((answer) => answer.at - publishedAt).toSorted((a, b) => a - b)
  await setTimeout(50)
  const cpuMs = ((listeners.program.cpuSeconds() - before) * 1000) / count
  const times = { first: at(after, 0), median: quantile(after, 0.5), last: at(after, -1) }
  return { ...times, cpuMs, bytes: at(received, 0).body.length }
}
