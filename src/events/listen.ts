import type { Call, Refused } from '../api/call'
import type { Allowance } from '../api/rate-limit'
import type { StayingWay } from './flow'
import { WAY_HEADER, type WayToListen } from './listening'

/**
 * The edge's side of listening. A long poll opens the realm's socket with its queue and waits here, where waiting is free:
 * for the first frame, for a deadline (a heartbeat, as home routers drop silent connections within a minute), or for the
 * client to go away. Whatever ends it closes the socket, so nothing stays behind in the realm.
 */
export type Heard =
  | { json: string; allowance?: Allowance }
  | { socket: WebSocket; allowance?: Allowance }
  | { refused: Refused }

const HEARTBEAT_AFTER_SECONDS = [45, 55] as const

const NOTHING = '{"events":[]}'

export type Dial = (url: string, init: RequestInit) => Promise<Response>

export async function longPoll(dial: Dial, call: Call, signal: AbortSignal): Promise<Heard> {
  const { response, ...heard } = await dialled(dial, call, 'poll')
  if (!('socket' in heard)) return heard
  const { socket, allowance } = heard
  const heartbeat = `{"events":[{"type":"heartbeat","id":${response.headers.get('x-heartbeat-id')}}]}`
  const frame = await firstFrame(socket, heartbeat, signal)
  // A frame is made for any listener; which queue it came through is said here.
  return { json: `${frame.slice(0, -1)},"queue_id":${JSON.stringify(call.params.queue_id)}}`, allowance }
}

/** A socket that stays, for the client itself or for a stream made of it; or all there is, where no more is wanted. */
export async function heldSocket(dial: Dial, call: Call, way: StayingWay): Promise<Heard> {
  const { response: _, ...heard } = await dialled(dial, call, way)
  return heard
}

async function dialled(dial: Dial, call: Call, way: WayToListen): Promise<Heard & { response: Response }> {
  const response = await dial('https://realm/listen', {
    headers: { upgrade: 'websocket', [WAY_HEADER]: way, 'x-call': encodeURIComponent(JSON.stringify(call)) },
  })
  const socket = response.webSocket
  const allowance = allowanceIn(response)
  if (socket) return { socket, allowance, response }
  const json = await response.text()
  if (response.ok) return { json, allowance, response }
  const refused: Refused = JSON.parse(json)
  return { refused, response }
}

function allowanceIn(response: Response): Allowance | undefined {
  const told = response.headers.get('x-allowance')
  return told === null ? undefined : JSON.parse(told)
}

function firstFrame(socket: WebSocket, heartbeat: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const finish = (json: string) => {
      clearTimeout(deadline)
      socket.close(1000)
      resolve(json)
    }
    const [least, most] = HEARTBEAT_AFTER_SECONDS
    const deadline = setTimeout(() => finish(heartbeat), (least + Math.random() * (most - least)) * 1000)
    socket.addEventListener('message', ({ data }) => finish(String(data)))
    // The realm went away (a restart, a new version): the client asks again and finds everything still there.
    for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => finish(NOTHING))
    signal.addEventListener('abort', () => finish(NOTHING))
    socket.accept()
    // It may have left while the realm was asked: then nothing will be heard of that any more.
    if (signal.aborted) finish(NOTHING)
  })
}
