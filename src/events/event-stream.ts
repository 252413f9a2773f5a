import { inVendorsNames } from '../api/vendor-names'

/**
 * The realm's socket, told as server-sent events: each event is one message whose id is its own, so that a client which
 * was cut off asks for what comes after it. The stream ends after a window, when the realm is gone, and when the client is;
 * a browser comes back by itself.
 */
const COMMENT_EVERY_SECONDS = 25
/** What it was told counts as acknowledged when the client asks again: so it does, now and then. */
const ENDS_AFTER_SECONDS = 600
const COME_BACK_AFTER_MILLISECONDS = 1000

type Told = { id: number }

/** One answer's worth: `{"events":[…]}`. */
function asMessages(frame: string, vendor: string): string {
  const { events }: { events: Told[] } = JSON.parse(frame)
  return events.map((event) => `id: ${event.id}\ndata: ${inVendorsNames(JSON.stringify(event), vendor)}\n\n`).join('')
}

const BEGINNING = `retry: ${COME_BACK_AFTER_MILLISECONDS}\n\n`

export function eventStream(socket: WebSocket, vendor: string, signal: AbortSignal): Response {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  return new Response(messagesFrom(socket, vendor, signal), { headers })
}

function messagesFrom(socket: WebSocket, vendor: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let end = () => {}
  return new ReadableStream({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      // Home routers drop silent connections within a minute, and a client that left unseen is found out by writing to it.
      const heart = setInterval(() => say(': still here\n\n'), COMMENT_EVERY_SECONDS * 1000)
      const time = setTimeout(() => finish(), ENDS_AFTER_SECONDS * 1000)
      let isOver = false
      end = () => {
        if (isOver) return
        isOver = true
        clearInterval(heart)
        clearTimeout(time)
        socket.close(1000)
      }
      const finish = () => {
        if (isOver) return
        end()
        controller.close()
      }
      say(BEGINNING)
      socket.addEventListener('message', ({ data }) => {
        if (!isOver) say(asMessages(String(data), vendor))
      })
      for (const over of ['close', 'error'] as const) socket.addEventListener(over, finish)
      signal.addEventListener('abort', finish)
      socket.accept()
      if (signal.aborted) finish()
    },
    cancel: () => end(),
  })
}
