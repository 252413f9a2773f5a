/**
 * Copies the frames of the realm's socket, which are text of server-sent events, into a response. The stream ends after a
 * while, when the realm object ends, and when the client disconnects. A browser then connects again by itself.
 */
const COMMENT_EVERY_SECONDS = 25
/** A stream acknowledges only when the client connects again, so it ends now and then. */
const ENDS_AFTER_SECONDS = 600
const RECONNECT_AFTER_MILLISECONDS = 1000

const BEGINNING = `retry: ${RECONNECT_AFTER_MILLISECONDS}\n\n`

/** Returns a response that streams the socket's events until the client's `signal` aborts. */
export function eventStream(socket: WebSocket, signal: AbortSignal): Response {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  return new Response(textFrom(socket, signal), { headers })
}

function textFrom(socket: WebSocket, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let end = () => {}
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      // Home routers drop silent connections within a minute. And only writing shows that a client is gone.
      const heartbeat = setInterval(() => write(': heartbeat\n\n'), COMMENT_EVERY_SECONDS * 1000)
      const deadline = setTimeout(() => finish(), ENDS_AFTER_SECONDS * 1000)
      let isOver = false
      end = () => {
        if (isOver) return
        isOver = true
        clearInterval(heartbeat)
        clearTimeout(deadline)
        socket.close(1000)
      }
      const finish = () => {
        if (isOver) return
        end()
        controller.close()
      }
      write(BEGINNING)
      socket.addEventListener('message', ({ data }) => {
        if (!isOver) write(String(data))
      })
      for (const over of ['close', 'error'] as const) socket.addEventListener(over, finish)
      signal.addEventListener('abort', finish)
      socket.accept()
      if (signal.aborted) finish()
    },
    cancel: () => end(),
  })
}
