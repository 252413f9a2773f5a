import type { Call, Refused } from '../api/call'

/**
 * The edge's side of listening. A long poll opens the realm's socket with its queue and waits here, where waiting is free:
 * for the first frame, for a deadline (a heartbeat, as home routers drop silent connections within a minute), or for the
 * client to go away. Whatever ends it closes the socket, so nothing stays behind in the realm.
 */
export type Heard = { json: string } | { refused: Refused }

const HEARTBEAT_AFTER_SECONDS = [45, 55] as const

const NOTHING = '{"events":[]}'

export type Dial = (url: string, init: RequestInit) => Promise<Response>

export async function longPoll(dial: Dial, call: Call, signal: AbortSignal): Promise<Heard> {
  const response = await dial('https://realm/listen', {
    headers: { upgrade: 'websocket', 'x-call': encodeURIComponent(JSON.stringify(call)) },
  })
  const socket = response.webSocket
  if (!socket) {
    const json = await response.text()
    if (response.ok) return { json }
    const refused: Refused = JSON.parse(json)
    return { refused }
  }
  const heartbeat = `{"events":[{"type":"heartbeat","id":${response.headers.get('x-heartbeat-id')}}]}`
  return { json: await firstFrame(socket, heartbeat, signal) }
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
