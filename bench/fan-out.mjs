// One message to many who wait: from the sender's request to the last listener's event, as the listeners see it.

import { setTimeout } from 'node:timers/promises'
import { poll, register, send, socketPath } from './cast.mjs'
import { Connection } from './connection.mjs'
import { get, postText, upgrade } from './requests.mjs'

/** Queues of these people for messages, each as far as its registration. */
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

/** Listeners: how they begin to wait, how many wait, and how all of them are told. */
export const pollsOfServer = (server, cast, queues, channel) => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const heard = await answerOf(server, poll(queue.person, queue.queue_id, queue.last_event_id))
      queue.last_event_id = JSON.parse(heard.body.toString()).events.at(-1).id
      return heard
    }),
  parked: cast.parked,
  tell: () => cast.json(send(queues[0].person, channel, 'news')),
})

export const pollsOfFloor = (floor, count, event) => ({
  program: floor,
  park: () => Array.from({ length: count }, () => answerOf(floor, get('/listen'))),
  parked: () => asked(floor, get('/parked')),
  tell: () => asked(floor, postText('/release', event)),
})

/** The realm's own sockets, one frame each: what the edge's polls are made of. */
export const socketsOfServer = (server, cast, queues, channel) => ({
  program: server,
  park: () =>
    queues.map(async (queue) => {
      const heard = await frameOn(server, socketPath(queue.person, queue.queue_id, queue.last_event_id))
      const [json] = /\{"events":.*\]\}/s.exec(heard.body.toString())
      queue.last_event_id = JSON.parse(json).events.at(-1).id
      return heard
    }),
  parked: cast.parked,
  tell: () => cast.json(send(queues[0].person, channel, 'news')),
})

export const socketsOfFloor = (floor, count, event) => ({
  ...pollsOfFloor(floor, count, event),
  park: () => Array.from({ length: count }, () => frameOn(floor, '/listen')),
})

async function answerOf({ port }, request) {
  const connection = await Connection.open(port)
  const heard = await connection.ask(request)
  connection.close()
  return heard
}

async function asked({ port }, request) {
  const { body } = await answerOf({ port }, request)
  return JSON.parse(body.toString())
}

async function frameOn({ port }, path) {
  const connection = await Connection.open(port)
  const { status, body } = await connection.ask(upgrade(path))
  if (status !== 101) throw new Error(`${path}: ${status} ${body.toString()}`)
  const heard = await new Promise((resolve) => {
    connection.onFrame((frame) => resolve({ at: performance.now(), body: frame }))
  })
  connection.close()
  return heard
}

/** Parks everyone, tells one thing, and waits for the last to hear it. */
export async function release(listeners, count) {
  while ((await listeners.parked()) > 0) await setTimeout(20) // those who heard the last thing are still leaving
  const hearing = listeners.park()
  while ((await listeners.parked()) < count) await setTimeout(20)
  await setTimeout(100)
  const before = listeners.program.cpuSeconds()
  const told = performance.now()
  const [heard] = await Promise.all([Promise.all(hearing), listeners.tell()])
  const after = heard.map(({ at }) => at - told).toSorted((a, b) => a - b)
  await setTimeout(50)
  const cpuMs = ((listeners.program.cpuSeconds() - before) * 1000) / count
  return { first: after[0], median: after[count >> 1], last: after.at(-1), cpuMs, bytes: heard[0].body.length }
}
