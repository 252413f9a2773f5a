// One message to many listeners: the time from the sender's request to the event at each listener.

import { setTimeout } from 'node:timers/promises'
import { poll, register, send, socketPath } from './cast.mjs'
import { Connection } from './connection.mjs'
import { get, postText, upgrade } from './requests.mjs'

/** Registers a queue for messages for each of these users. */
export async function registerAll(cast, people, more = {}) {
  const queues = []
  for (const person of people) {
    const { queue_id, last_event_id } = await cast.json(
      register(person, { event_types: '["message"]', fetch_event_types: '[]', ...more }),
    )
    queues.push({ person, queue_id, last_event_id })
  }
  return queues
}

/** Listeners on the server: `park` begins to wait, `parked` counts, and `publish` sends the message. */
export const pollsOfServer = (server, cast, queues, channel) => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const response = await answerOf(server, poll(queue.person, queue.queue_id, queue.last_event_id))
      queue.last_event_id = JSON.parse(response.body.toString()).events.at(-1).id
      return response
    }),
  parked: cast.parked,
  publish: () => cast.json(send(queues[0].person, channel, 'news')),
})

export const pollsOfFloor = (floor, count, event) => ({
  program: floor,
  park: () => Array.from({ length: count }, () => answerOf(floor, get('/listen'))),
  parked: () => jsonOf(floor, get('/parked')),
  publish: () => jsonOf(floor, postText('/release', event)),
})

/** Listeners on the realm's own sockets, each with one frame. */
export const socketsOfServer = (server, cast, queues, channel) => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const frame = await frameOn(server, socketPath(queue.person, queue.queue_id, queue.last_event_id))
      const [json = ''] = /\{"events":.*\]\}/s.exec(frame.body.toString()) ?? []
      queue.last_event_id = JSON.parse(json).events.at(-1).id
      return frame
    }),
  parked: cast.parked,
  publish: () => cast.json(send(queues[0].person, channel, 'news')),
})

export const socketsOfFloor = (floor, count, event) => ({
  ...pollsOfFloor(floor, count, event),
  park: () => Array.from({ length: count }, () => frameOn(floor, '/listen')),
})

async function answerOf({ port }, request) {
  const connection = await Connection.open(port)
  const response = await connection.ask(request)
  connection.close()
  return response
}

async function jsonOf({ port }, request) {
  const { body } = await answerOf({ port }, request)
  return JSON.parse(body.toString())
}

async function frameOn({ port }, path) {
  const connection = await Connection.open(port)
  const { status, body } = await connection.ask(upgrade(path))
  if (status !== 101) throw new Error(`${path}: ${status} ${body.toString()}`)
  const frame = await new Promise((resolve) => {
    connection.onFrame((bytes) => resolve({ at: performance.now(), body: bytes }))
  })
  connection.close()
  return frame
}

/** Parks all listeners, publishes one event, and waits until the last listener has received it. */
export async function release(listeners, count) {
  while ((await listeners.parked()) > 0) await setTimeout(20) // the listeners of the event before are still leaving
  const parking = listeners.park()
  while ((await listeners.parked()) < count) await setTimeout(20)
  await setTimeout(100)
  const before = listeners.program.cpuSeconds()
  const publishedAt = performance.now()
  const [received] = await Promise.all([Promise.all(parking), listeners.publish()])
  const after = received.map(({ at }) => at - publishedAt).toSorted((a, b) => a - b)
  await setTimeout(50)
  const cpuMs = ((listeners.program.cpuSeconds() - before) * 1000) / count
  return { first: after[0], median: after[count >> 1], last: after.at(-1), cpuMs, bytes: received[0].body.length }
}
