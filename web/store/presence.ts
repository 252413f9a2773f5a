import type { Json } from '../../client-state/reducer'

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** A user is active for 140 s after the last activity, and away while a client of theirs is connected. */
const ACTIVE_SECONDS = 140

/** Returns the status of a user from the times of `presences`, at a time of the server. */
export function presenceStatus(presence: Json, now: number, offlineAfterSeconds: number): PresenceStatus {
  if (presence === undefined) return 'offline'
  const { active_timestamp = 0, idle_timestamp = 0 } = presence
  if (now - active_timestamp <= ACTIVE_SECONDS) return 'active'
  return now - Math.max(active_timestamp, idle_timestamp) <= offlineAfterSeconds ? 'idle' : 'offline'
}
