import { NO_OPTIONS } from '../../src/events/gateways/gateway-queue'
import type { Queue } from '../../src/events/queue'

/** Returns the queue of a user in a gateway. Its number is the user's id. */
export const gatewayQueue = (user_id: number, gateway = 1): Queue => ({
  ...NO_OPTIONS,
  lifespan_seconds: 600,
  queue_id: `g${gateway}-${user_id}-x`,
  user_id,
  session_id: null,
  registered_after: 0,
  acknowledged: 0,
  last_seen_at: 0,
  searchedUpTo: 0,
  pendingIds: [],
  rowsSearched: 0,
})
