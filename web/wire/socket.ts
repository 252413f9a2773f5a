import type { Event } from '../../client-state/wire'
import type { Environment } from './environment'

const PING_MILLISECONDS = 45_000
const PONG_MILLISECONDS = 10_000

export type Queue = { queue_id: string; last_event_id: number }

export type Listening = { acknowledge: (last_event_id: number) => void; close: () => void }

type Handlers = {
  opened: () => void
  received: (events: Event[]) => void
  /**
   * `wasOpen` is false if the server refused the socket, or could not be reached. `code` is the one of the server, which says why it closed
   * this socket; without one, the connection was cut.
   */
  closed: (wasOpen: boolean, code?: number) => void
}

/** Listens to the events of a queue over a WebSocket. The server keeps them until the client acknowledges them. */
export function listen(
  { api, openSocket }: Pick<Environment, 'api' | 'openSocket'>,
  queue: Queue,
  handlers: Handlers,
): Listening {
  const url = new URL(`${api}/events`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = new URLSearchParams({
    queue_id: queue.queue_id,
    last_event_id: String(queue.last_event_id),
  }).toString()
  const socket = openSocket(url)
  // The address names this one. The server closes a socket that acknowledges an event twice.
  let acknowledged = queue.last_event_id
  let wasOpen = false
  let isEnded = false
  let patience: ReturnType<typeof setTimeout> | undefined
  const pings = setInterval(() => {
    if (!wasOpen) return
    send('ping')
    patience ??= setTimeout(end, PONG_MILLISECONDS)
  }, PING_MILLISECONDS)

  /** A computer that slept may not know yet that the socket is closed. */
  function send(text: string) {
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
  }

  function end({ code }: Partial<CloseEvent> = {}) {
    if (isEnded) return
    isEnded = true
    clearInterval(pings)
    clearTimeout(patience)
    socket.close()
    handlers.closed(wasOpen, code)
  }

  socket.addEventListener('open', () => {
    if (isEnded) return
    wasOpen = true
    handlers.opened()
  })
  socket.addEventListener('close', end)
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    clearTimeout(patience)
    patience = undefined
    if (isEnded || data === 'pong') return
    const { events = [] }: { events?: Event[] } = JSON.parse(data)
    handlers.received(events)
  })
  return {
    acknowledge(last_event_id) {
      if (last_event_id > acknowledged) send(JSON.stringify({ last_event_id: (acknowledged = last_event_id) }))
    },
    close() {
      isEnded = true
      clearInterval(pings)
      clearTimeout(patience)
      socket.close()
    },
  }
}
