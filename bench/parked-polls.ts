// The long polls of a crowd. Each client keeps its connection, and polls again as soon as it has the answer.

import { setTimeout } from 'node:timers/promises'
import { poll, pollOfGateway } from './cast.ts'
import { openMany, type Connection } from './connection.ts'
import { GATEWAYS_ALONE, type Crowd } from './crowds.ts'
import type { Queue } from './fan-out.ts'
import { get } from './requests.ts'

/** To count the polls takes CPU of the measured process, so it happens rarely. */
const PROBE_MILLISECONDS = 25

/** When each listener received the last message, how many were received in all, and the KiB of a parked poll. */
export type Listening = Crowd & { at: number[]; count: number; kib: number; leave: () => void }

/** Opens a connection for each listener, and lets all of them wait. */
export async function listenOn(opened: Crowd, listeners: number): Promise<Listening> {
  const { program } = opened
  const connections = await openMany(program.port, listeners)
  let isOver = false
  const leave = () => {
    isOver = true
    for (const connection of connections) connection.close()
  }
  const crowd = { ...opened, at: Array.from({ length: listeners }, () => 0), count: 0, kib: 0, leave }
  const before = program.residentMebibytes()
  for (const [listener, connection] of connections.entries())
    void pollForever(crowd, { listener, connection }, () => isOver)
  await allParked(crowd)
  crowd.kib = Math.round(((program.residentMebibytes() - before) * 1024) / listeners)
  return crowd
}

async function pollForever(
  crowd: Listening,
  { listener, connection }: { listener: number; connection: Connection },
  isOver: () => boolean,
) {
  const queue = crowd.queues[listener]
  for (let last: number | undefined; !isOver();) {
    const { body, status } = await connection.ask(requestOf(crowd, queue, last))
    if (status !== 200) throw new Error(`${status} ${body.toString()}`)
    crowd.at[listener] = performance.now()
    crowd.count++
    const id = /\{"type":"message","id":(\d+)/.exec(body.toString())?.[1]
    last = id === undefined ? undefined : Number(id)
  }
}

function requestOf({ name, listen }: Crowd, queue: Queue | undefined, last: number | undefined): Buffer {
  if (queue === undefined) return listen ?? get('/listen')
  // The gateway answers the first polls with sockets, which need the Worker.
  const pollOf = name === GATEWAYS_ALONE && last !== undefined ? pollOfGateway : poll
  return pollOf(queue.person, queue.queue_id, last ?? queue.last_event_id)
}

export async function allParked({ parked, at: listeners }: Listening): Promise<void> {
  while ((await parked()) < listeners.length) await setTimeout(PROBE_MILLISECONDS)
}

/**
 * Publishes one message. Returns after how many milliseconds each listener received it, the first one first, and all of them waited again, and
 * the CPU until then.
 */
export async function publishToPolls(crowd: Listening) {
  await setTimeout(300)
  const { program, count, send, at: listeners } = crowd
  const before = program.cpuSeconds()
  const publishedAt = performance.now()
  await send()
  while (crowd.count < count + listeners.length) await setTimeout(2)
  const receivedAt = listeners.map((time) => time - publishedAt).toSorted((a, b) => a - b)
  await allParked(crowd)
  const parked = performance.now() - publishedAt
  await setTimeout(50)
  return { receivedAt, parked, cpuSeconds: program.cpuSeconds() - before }
}
