import type { Queue, QueueOptions } from '../queue'
import type { GatewayQueue } from './protocol'

/** Returns a queue as its gateway must know it. */
export const gatewayQueueOf = ({ queue_id, user_id, session_id, registered_after, ...queue }: Queue): GatewayQueue => ({
  queue_id,
  user_id,
  session_id,
  registered_after,
  lifespan_seconds: queue.lifespan_seconds,
})

/** The realm has applied the options of the client already. */
export const NO_OPTIONS: Omit<QueueOptions, 'lifespan_seconds'> = {
  event_types: null,
  all_public_streams: false,
  narrow: [],
  client: {
    apply_markdown: false,
    client_gravatar: false,
    slim_presence: false,
    include_subscribers: 'undecided',
    capabilities: {},
  },
}
