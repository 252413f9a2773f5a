import * as v from 'valibot'
import { maybeJson } from '../api/maybe-json'
import type { Allowance } from '../api/rate-limit'
import type { Pending, Reader } from './accept'
import { afterAcknowledging, type StayingWay } from './flow'
import type { EventLog } from './log'
import type { Queue, Queues } from './queues'
import { frameOf, type Sockets } from './sockets'

/** The decision of a listener: the events that are pending, and the queue of a client that waits for more. */
export type Listening = { pending: Pending; fields?: object; more?: Queue }

/** A poll ends with its first frame; the others stay. */
export type WayToListen = 'poll' | StayingWay

/** What the edge said of how this listener wants to be told. */
export function wayIn(request: Request): WayToListen {
  const said = request.headers.get(WAY_HEADER)
  return said === 'socket' || said === 'stream' ? said : 'poll'
}

export const WAY_HEADER = 'x-way'

/**
 * Answers a listener: with what there is, or with a socket to wait on and an id set aside for a heartbeat. Undefined where
 * the log was not searched to its end (`untilHeard`).
 */
export function heard(
  { pending, fields, more }: Listening,
  way: WayToListen,
  ears: Ears,
  allowance?: Allowance,
): Response | undefined {
  const { events, isPartial } = pending
  const isEnough = way === 'poll' && events.length > 0
  if (isPartial && !isEnough) return undefined
  const headers = new Headers(allowance && { 'x-allowance': JSON.stringify(allowance) })
  if (more === undefined || isEnough) {
    const frame = frameOf(events)
    const json = fields ? `${frame.slice(0, -1)},${JSON.stringify(fields).slice(1)}` : frame
    return new Response(json, { headers })
  }
  if (way === 'poll') headers.set('x-heartbeat-id', String(ears.log.takeId()))
  const webSocket =
    way === 'poll'
      ? ears.sockets.park(more)
      : ears.sockets.hold(more, { way, vendor: ears.client.vendor }, pending, ears.queues.now())
  return new Response(null, { status: 101, webSocket, headers })
}

/** Asks again until there is an answer. The realm serves others in between. */
export async function untilHeard(ask: () => Response | undefined): Promise<Response> {
  for (;;) {
    const answer = ask()
    if (answer) return answer
    await scheduler.wait(0)
  }
}

const acknowledgement = v.strictObject({ last_event_id: v.pipe(v.number(), v.safeInteger()) })
const MOST_CHARACTERS_SAID = 100

/** A client says on its socket what it has, and is told what it could not take before. Anything else ends the talk. */
export function listenTo(socket: WebSocket, said: string | ArrayBuffer, ears: Ears): void {
  const { sockets, queues, log, reader } = ears
  const parked = sockets.of(socket)
  if (parked?.flow === undefined) return
  const queue = queues.find(parked.queue_id)
  if (queue === undefined) return sockets.hangUp(socket, 'noQueue')
  const id = acknowledgedIn(said)
  // Only news counts: whoever repeats themselves would wake the realm for nothing.
  if (id === undefined || id <= queue.acknowledged || id > parked.flow.sent)
    return sockets.hangUp(socket, 'misunderstood')
  queues.acknowledge(queue, id, log.lastId)
  const wasBehind = parked.flow.behind_since !== null
  sockets.keepFlow(parked, afterAcknowledging(parked.flow, id, queues.now()))
  if (wasBehind && parked.flow.behind_since === null) {
    const pending = reader.pending(queue, parked.flow.sent)
    if (pending.events.length > 0) sockets.tell(parked, pending, queues.now())
  }
  queues.touch(queue.queue_id)
}

/** A client went away. The lifetime of its queue begins now. */
export function disconnected(socket: WebSocket, { sockets, queues }: Ears): void {
  const { queue_id, isUpToDate } = sockets.gone(socket)
  if (isUpToDate) queues.moveOn([queue_id], sockets.deliveredUpTo)
  queues.touch(queue_id)
}

function acknowledgedIn(said: string | ArrayBuffer): number | undefined {
  if (typeof said !== 'string' || said.length > MOST_CHARACTERS_SAID) return undefined
  const result = v.safeParse(acknowledgement, maybeJson(said))
  return result.success ? result.output.last_event_id : undefined
}

type Ears = { sockets: Sockets; queues: Queues; log: EventLog; reader: Reader; client: { vendor: string } }
