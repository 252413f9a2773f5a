import type { Json } from '../../client-state/reducer'
import { ask, pause, Refusal } from '../wire/requests'
import { listen, type Listening, type Queue } from '../wire/socket'

/** `waiting`: the connection is lost, and the client tries again. `loggedOut`: there is no session. */
export type Status = 'starting' | 'live' | 'waiting' | 'loggedOut'

type Handlers = {
  /** The whole state, at the start and after the queue was lost. */
  registered: (state: Json) => void
  received: (events: Json[]) => void
  changed: (status: Status) => void
}

/** Keeps the queue for an hour without a connection, so that a laptop can sleep. */
const LIFESPAN_SECONDS = 3600
const MOST_DELAY_MILLISECONDS = 30_000

/** The types of events that the client shows, and those that the reducers of the others need. */
const EVENT_TYPES =
  'message update_message delete_message update_message_flags reaction starred_messages ' +
  'stream subscription user_topic channel_folder recent_private_conversations ' +
  'realm realm_user realm_bot user_group realm_user_groups realm_emoji user_status presence muted_users ' +
  'user_settings drafts scheduled_messages reminders typing submessage custom_profile_fields'

export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  event_types: EVENT_TYPES.split(' '),
  queue_lifespan_secs: LIFESPAN_SECONDS,
  client_capabilities: {
    notification_settings_null: true,
    user_settings_object: true,
    empty_topic_name: true,
    bulk_message_deletion: true,
    stream_typing_notifications: true,
    simplified_presence_events: true,
    linkifier_url_template: true,
    user_avatar_url_field_optional: false,
  },
}

/** Registers a queue and listens to it. Resumes after a cut, and registers again if the queue has expired. */
export function createConnection(handlers: Handlers) {
  let queue: Queue | undefined
  let listening: Listening | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  async function start() {
    stop()
    try {
      if (queue === undefined) await register()
      if (queue !== undefined) open(queue)
    } catch (error) {
      await recover(error)
    }
  }

  async function register() {
    const state = await ask('POST /register', REGISTRATION)
    queue = { queue_id: state.queue_id, last_event_id: state.last_event_id }
    handlers.registered(state)
  }

  function open(opened: Queue) {
    listening = listen(opened, {
      opened() {
        failures = 0
        handlers.changed('live')
      },
      received(events) {
        opened.last_event_id = events.at(-1).id
        handlers.received(events)
      },
      closed(wasOpen) {
        listening = undefined
        // A browser does not tell why a socket was refused. A request does.
        if (wasOpen) retryLater(0)
        else void probe(opened)
      },
    })
  }

  async function probe(probed: Queue) {
    try {
      const { events } = await ask('GET /events', { ...probed, dont_block: true })
      if (events.length > 0) {
        probed.last_event_id = events.at(-1).id
        handlers.received(events)
      }
      retryLater()
    } catch (error) {
      await recover(error)
    }
  }

  async function recover(error: unknown) {
    if (error instanceof Refusal && error.status === 401) {
      queue = undefined
      return handlers.changed('loggedOut')
    }
    if (error instanceof Refusal && error.code === 'BAD_EVENT_QUEUE_ID') {
      queue = undefined
      await pause(failures++ * 1000)
      return start()
    }
    retryLater()
  }

  function retryLater(delay = Math.min(500 * 2 ** failures, MOST_DELAY_MILLISECONDS)) {
    if (failures++ > 0) handlers.changed('waiting')
    clearTimeout(retry)
    retry = setTimeout(() => void start(), delay)
  }

  function stop() {
    clearTimeout(retry)
    listening?.close()
    listening = undefined
  }

  // A socket may not notice that the network was away, so it opens again.
  globalThis.addEventListener('online', () => {
    failures = 0
    void start()
  })
  globalThis.addEventListener('offline', () => handlers.changed('waiting'))

  return {
    start,
    /** Ends the queue of this tab. The next start registers a new one. */
    forget() {
      stop()
      queue = undefined
    },
    queueId: () => queue?.queue_id,
  }
}
