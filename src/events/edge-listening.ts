import type { RealmCall, RealmRefusal } from '../api/realm-call'
import type { RateLimitStatus } from '../api/rate-limit'
import { successText } from '../api/respond'
import { randomBetween } from '../store/randomness'
import { HEARTBEAT_AFTER_SECONDS } from './held-polls'
import { CALL_HEADER, TRANSPORT_HEADER, type Transport } from './realm-listening'
import type { PersistentTransport } from './send-window'

/**
 * The Worker's side of listening (the realm's side is realm-listening.ts).
 *
 * A long poll opens a WebSocket to the realm and waits here, where waiting costs nothing. It ends with the first frame, at
 * a deadline (a heartbeat, because home routers drop silent connections within a minute), or when the client disconnects.
 * Each end closes the socket, so that nothing of it remains in the realm. A busy realm opens no socket: it answers the
 * request itself when there is an event (held-polls.ts).
 */
export type ListenResult =
  | { answer: string | ReadableStream; rateLimit?: RateLimitStatus }
  | { socket: WebSocket; rateLimit?: RateLimitStatus }
  | { refused: RealmRefusal }

const NO_EVENTS = '{"events":[]}'

/** Sends a request to the realm. */
export type RealmFetch = (url: string, init: RequestInit) => Promise<Response>

/** Returns the pending events, or waits for the first ones. */
export async function longPoll(realmFetch: RealmFetch, call: RealmCall, signal: AbortSignal): Promise<ListenResult> {
  const opened = await openPoll(realmFetch, call, signal)
  if (opened === undefined) return { answer: answerWith(NO_EVENTS, call) }
  const { response, ...result } = opened
  if (!('socket' in result)) return result
  const { socket, rateLimit } = result
  const heartbeatId = response.headers.get('x-heartbeat-id')
  const heartbeat = heartbeatId === null ? NO_EVENTS : `{"events":[{"type":"heartbeat","id":${heartbeatId}}]}`
  const frame = await firstFrame(socket, heartbeat, signal)
  return { answer: answerWith(frame, call), rateLimit }
}

/** A frame is the same for every listener, so the queue's id is added here. */
const answerWith = (frame: string, { params, client }: RealmCall): string =>
  successText(`${frame.slice(0, -1)},"queue_id":${JSON.stringify(params.queue_id)}}`, client.vendor)

/** Returns undefined if the client disconnected. */
async function openPoll(realmFetch: RealmFetch, call: RealmCall, signal: AbortSignal) {
  try {
    return await openListener(realmFetch, call, 'poll', signal)
  } catch (error) {
    if (signal.aborted) return undefined
    // The realm object ended while the poll waited in it (a restart, a new version). The client polls again, unless the next
    // object fails too.
    const { params } = call
    if (params.queue_id === undefined) throw error
    return openListener(realmFetch, { ...call, params: { ...params, dont_block: true }, is_counted: true }, 'poll')
  }
}

/** Returns a socket for a WebSocket or an event stream, or the pending events if the client does not wait. */
export async function persistentSocket(
  realmFetch: RealmFetch,
  call: RealmCall,
  transport: PersistentTransport,
): Promise<ListenResult> {
  const { response: _, ...result } = await openListener(realmFetch, call, transport)
  return result
}

async function openListener(
  realmFetch: RealmFetch,
  call: RealmCall,
  transport: Transport,
  signal?: AbortSignal,
): Promise<ListenResult & { response: Response }> {
  const response = await realmFetch('https://realm/listen', {
    signal,
    headers: {
      upgrade: 'websocket',
      [TRANSPORT_HEADER]: transport,
      [CALL_HEADER]: inAscii(JSON.stringify(call)),
    },
  })
  const socket = response.webSocket
  const rateLimit = rateLimitIn(response)
  if (socket) return { socket, rateLimit, response }
  if (response.ok) return { answer: response.body!, rateLimit, response }
  const refused: RealmRefusal = await response.json()
  return { refused, response }
}

/** Returns JSON with only the characters that a header can have. Nearly each call has only these. */
const inAscii = (json: string): string =>
  /[^ -~]/.test(json)
    ? json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json

function rateLimitIn(response: Response): RateLimitStatus | undefined {
  const header = response.headers.get('x-rateLimit')
  return header === null ? undefined : JSON.parse(header)
}

function firstFrame(socket: WebSocket, heartbeat: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const finish = (json: string) => {
      clearTimeout(deadline)
      socket.close(1000)
      resolve(json)
    }
    const [least, most] = HEARTBEAT_AFTER_SECONDS
    const deadline = setTimeout(() => finish(heartbeat), randomBetween(least, most) * 1000)
    socket.addEventListener('message', ({ data }) => finish(String(data)))
    // The realm object ended (a restart, a new version). The client polls again and misses nothing.
    for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => finish(NO_EVENTS))
    signal.addEventListener('abort', () => finish(NO_EVENTS))
    socket.accept()
    // If the client disconnected while the realm answered, no further 'abort' event comes.
    if (signal.aborted) finish(NO_EVENTS)
  })
}
