import * as v from 'valibot'
import { parseJson } from '../api/parse-json'
import type { RateLimitStatus } from '../api/rate-limit'
import { successText } from '../api/respond'
import type { PendingEvents } from './event-reader'
import type { HeldPolls } from './held-polls'
import type { ListenerHost } from './listener-host'
import type { Queue } from './queue'
import { afterAcknowledging, type PersistentTransport } from './send-window'
import { frameOf } from './shared-frames'

/**
 * The realm's side of listening (the Worker's side is edge-listening.ts).
 *
 * The Worker asks for the events of a queue. If there are any, the realm answers a long poll with them, in the text that the
 * client receives. Otherwise it answers with a WebSocket on which the events come: one frame for a long poll, any number for a persistent listener. While
 * the realm is busy, a long poll waits without a socket: its request stays open until there is an event (held-polls.ts).
 * A client acknowledges on its WebSocket with `{"last_event_id": …}`.
 */
export type Transport = 'poll' | PersistentTransport

/** The decision of a listener endpoint: the pending events, and the queue if the client waits for more. */
export type EventsResult = { pending: PendingEvents; fields?: object; more?: Queue }

/** The decision of a listener endpoint: events, or a socket for a peer. */
export type ListenerDecision = EventsResult | { socket: WebSocket }

/** A host, and the client that sent the request. */
type ListenerContext = ListenerHost & { heldPolls: HeldPolls; client: { vendor: string }; session: { id?: number } }

/** The headers with which the Worker names the transport, and sends the call as JSON. */
export const TRANSPORT_HEADER = 'x-transport'
export const CALL_HEADER = 'x-call'

function transportOf({ headers }: Request): Transport {
  const name = headers.get(TRANSPORT_HEADER)
  return name === 'socket' || name === 'stream' ? name : 'poll'
}

/**
 * Returns the pending events, or a socket to wait on and an id for a heartbeat. Returns undefined if the log was not
 * searched to its end (`untilResponse`).
 */
export function respondToListener(
  request: Request,
  decision: ListenerDecision,
  context: ListenerContext,
  rateLimit?: RateLimitStatus,
): Response | Promise<Response> | undefined {
  if ('socket' in decision) return new Response(null, { status: 101, webSocket: decision.socket })
  const { pending, fields, more } = decision
  const transport = transportOf(request)
  const { events, isPartial } = pending
  const isEnough = transport === 'poll' && events.length > 0
  if (isPartial && !isEnough) return undefined
  const headers: Record<string, string> = rateLimit ? { 'x-rateLimit': JSON.stringify(rateLimit) } : {}
  const { sockets, queues, log, heldPolls, client, session } = context
  const answerWith = (frame: string) => new Response(successText(withFields(frame, fields), client.vendor), { headers })
  if (more === undefined || isEnough) return answerWith(frameOf(events))
  const listening = { queue_id: more.queue_id, user_id: more.user_id, session_id: session.id ?? null }
  if (transport === 'poll' && heldPolls.areAllowed) return heldPolls.hold(listening, request.signal).then(answerWith)
  const heartbeatId = transport === 'poll' ? log.heartbeatId(more) : undefined
  if (heartbeatId !== undefined) headers['x-heartbeat-id'] = String(heartbeatId)
  const webSocket =
    transport === 'poll'
      ? sockets.addPoll(listening, more.acknowledged)
      : sockets.addPersistent(listening, { transport, vendor: client.vendor }, pending, queues.now())
  return new Response(null, { status: 101, webSocket, headers })
}

const withFields = (frame: string, fields: object | undefined): string =>
  fields ? `${frame.slice(0, -1)},${JSON.stringify(fields).slice(1)}` : frame

/** Repeats until there is a response. The realm serves other requests in between. */
export async function untilResponse(respond: () => Response | Promise<Response> | undefined): Promise<Response> {
  for (;;) {
    const response = respond()
    if (response) return await response
    await scheduler.wait(0)
  }
}

const acknowledgement = v.strictObject({ last_event_id: v.pipe(v.number(), v.safeInteger()) })
const MAX_CHARACTERS_RECEIVED = 100

/** Handles a client's acknowledgement, and sends events that did not fit before. Any other message ends the connection. */
export function receiveMessage(
  socket: WebSocket,
  message: string | ArrayBuffer,
  { sockets, queues, log, reader }: ListenerHost,
): void {
  const listener = sockets.find(socket)
  if (listener?.window === undefined) return
  const queue = queues.find(listener.queue_id)
  if (queue === undefined) return sockets.disconnect(listener, 'noQueue')
  const id = acknowledgedIn(message)
  // The id must be new: a client that repeats itself would wake the realm for nothing.
  if (id === undefined || id <= queue.acknowledged || id > listener.window.sent)
    return sockets.disconnect(listener, 'misunderstood')
  queues.acknowledge(queue, id, log.lastId)
  const wasFull = listener.window.full_since !== null
  sockets.setWindow(listener, afterAcknowledging(listener.window, id, queues.now()))
  if (wasFull && listener.window.full_since === null) {
    const pending = reader.pending(queue, listener.window.sent)
    if (pending.events.length > 0) sockets.send(listener, pending, queues.now())
  }
  sockets.saveWindow(listener)
  queues.touch(queue.queue_id)
}

/** Removes a listener whose client has disconnected. The lifetime of its queue begins now. */
export function removeListener(socket: WebSocket, { sockets, queues }: Pick<ListenerHost, 'sockets' | 'queues'>): void {
  const { queue_id, isUpToDate } = sockets.remove(socket)
  if (isUpToDate) queues.skipTo([queue_id], sockets.deliveredUpTo)
  queues.touch(queue_id)
}

function acknowledgedIn(message: string | ArrayBuffer): number | undefined {
  if (typeof message !== 'string' || message.length > MAX_CHARACTERS_RECEIVED) return undefined
  const result = v.safeParse(acknowledgement, parseJson(message))
  return result.success ? result.output.last_event_id : undefined
}
