import * as v from 'valibot'
import { maybeJson } from '../api/maybe-json'
import type { Allowance } from '../api/rate-limit'
import type { Reader } from './accept'
import { afterAcknowledging, type StayingWay } from './flow'
import type { EventLog } from './log'
import type { Queue, Queues } from './queues'
import { frameOf, type Sockets } from './sockets'

/** What the decision of a listening endpoint says: what there is, and where more is wanted, of which queue. */
type Listening = { events: string[]; fields?: object; more?: { queue: Queue; upTo: number } }

/** A poll ends with its first frame; the others stay. */
export type WayToListen = 'poll' | StayingWay

/** What the edge said of how this listener wants to be told. */
export function wayIn(request: Request): WayToListen {
  const said = request.headers.get(WAY_HEADER)
  return said === 'socket' || said === 'stream' ? said : 'poll'
}

export const WAY_HEADER = 'x-way'

/** Answers a listener: with what there is, or with a socket to wait on and an id set aside for a heartbeat. */
export function heard(decision: unknown, way: WayToListen, ears: Ears, allowance?: Allowance): Response {
  if (!isListening(decision)) throw new Error('A listening endpoint must say what there is')
  const { events, fields, more } = decision
  const headers = new Headers(allowance && { 'x-allowance': JSON.stringify(allowance) })
  const isAll = more === undefined || (way === 'poll' && events.length > 0)
  if (isAll) {
    const frame = frameOf(events)
    const json = fields ? `${frame.slice(0, -1)},${JSON.stringify(fields).slice(1)}` : frame
    return new Response(json, { headers })
  }
  if (way === 'poll') headers.set('x-heartbeat-id', String(ears.log.takeId()))
  const webSocket =
    way === 'poll'
      ? ears.sockets.park(more.queue)
      : ears.sockets.hold(more.queue, way, { events, upTo: more.upTo }, ears.queues.now())
  return new Response(null, { status: 101, webSocket, headers })
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
  if (!wasBehind || parked.flow.behind_since !== null) return
  const { events, upTo } = reader.pending(queue, parked.flow.sent)
  if (events.length > 0) sockets.tell(parked, events, upTo, queues.now())
}

function acknowledgedIn(said: string | ArrayBuffer): number | undefined {
  if (typeof said !== 'string' || said.length > MOST_CHARACTERS_SAID) return undefined
  const result = v.safeParse(acknowledgement, maybeJson(said))
  return result.success ? result.output.last_event_id : undefined
}

type Ears = { sockets: Sockets; queues: Queues; log: EventLog; reader: Reader }

const isListening = (decision: unknown): decision is Listening =>
  typeof decision === 'object' && decision !== null && 'events' in decision
