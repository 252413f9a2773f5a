import type { QueuePosition } from './queue-position'

/**
 * A queue is one row: the user, the filter, the client's options, and the last acknowledged event. An event writes nothing
 * to a queue. Memory has the newest acknowledgement. The row is updated when it is some minutes or many events behind, often
 * enough to trim the log and to remove expired queues.
 */
export type Queue = QueueOptions &
  QueuePosition & {
    queue_id: string
    user_id: number
    session_id: number | null // the session that registered it; null: an API key did
    registered_after: number // the newest event id at registration: the client's initial state includes it
    acknowledged: number // the client has every event up to this id
    last_seen_at: number
  }

/** The account, and the session that acts for it. Null: an API key does. */
export type Owner = Pick<Queue, 'user_id' | 'session_id'>

/** The options of a client's registration. */
export type QueueOptions = {
  event_types: string[] | null // null: all
  all_public_streams: boolean
  narrow: [string, string | number][]
  lifespan_seconds: number
  client: ClientOptions
}

/** `undecided`: the client's registration does not name the option. */
export type IncludeSubscribers = 'true' | 'false' | 'partial' | 'undecided'

/** The client's options that choose the variant of events and of the initial state. */
export type ClientOptions = {
  apply_markdown: boolean
  client_gravatar: boolean
  slim_presence: boolean
  /** The newest presence that the client has, and the days of history that it needs. */
  presence_last_update_id?: number
  presence_history_limit_days?: number
  include_subscribers: IncludeSubscribers
  capabilities: Record<string, boolean>
}
