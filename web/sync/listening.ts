import type { Event } from '../../client-state/wire'
import type { Environment } from '../wire/environment'
import type { Ask } from '../wire/requests'
import { listen, type Listening, type Queue } from '../wire/socket'
import type { Happening } from './queue-state'

/** So many requests for events without a socket come before the next attempt to open one. */
const POLLS = 20

/** With a code from here on, the realm closes one socket: its session has ended, or its queue. */
const OWN_CODES = 4000

type Parts = {
  environment: Pick<Environment, 'api' | 'openSocket'>
  ask: Ask
  /** Events that follow `after`, the newest event before. */
  received: (events: Event[], after: number) => void
  /** The client has each event that the queue had when it was resumed. */
  resumed: () => Promise<void>
  happened: (happening: Happening) => void
  failed: (error: unknown) => void
  /** Whether the queue is still the one to request the events of. */
  isPolling: (queue: Queue) => boolean
}

/** Receives the events of a queue: over a socket, or with requests while the server refuses the socket. */
export function createListening({ environment, ask, received, resumed, happened, failed, isPolling }: Parts) {
  let socket: Listening | undefined

  function open(queue: Queue) {
    happened('socketBegun')
    socket = listen(environment, queue, {
      opened: () => happened('opened'),
      received: (events) => receive(queue, events),
      closed(wasOpen, code = 0) {
        socket = undefined
        if (wasOpen) return happened(code < OWN_CODES ? 'cut' : 'again')
        happened('socketRefused')
        void probe(queue)
      },
    })
  }

  function receive(queue: Queue, events: Event[]) {
    const after = queue.last_event_id
    const fresh = events.filter(({ id }) => id > after)
    if (fresh.length === 0) return
    queue.last_event_id = fresh.at(-1)?.id ?? after
    received(fresh, after)
  }

  /** Fetches the events since a cut, or since an earlier page. */
  async function resume(queue: Queue) {
    const { events } = await ask('GET /events', { ...queue, dont_block: true })
    receive(queue, events)
    await resumed()
  }

  /** A proxy may refuse sockets. Then requests receive the events. */
  async function probe(queue: Queue) {
    try {
      await resume(queue)
      for (let turn = 0; turn < POLLS && isPolling(queue); turn++) {
        happened('polls')
        receive(queue, (await ask('GET /events', { ...queue })).events)
      }
      if (isPolling(queue)) happened('again')
    } catch (error) {
      failed(error)
    }
  }

  function close() {
    socket?.close()
    socket = undefined
  }

  return { open, resume, close, acknowledge: (last_event_id: number) => socket?.acknowledge(last_event_id) }
}
