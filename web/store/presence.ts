import type { State } from '../../client-state/wire'

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** A user is active for 140 s after the last activity, and away while a client of theirs is connected. */
const ACTIVE_SECONDS = 140

/** Returns the status of a user from the times of `presences`, at a time of the server. */
export function presenceStatus(
  presence: State['presences'][string] | undefined,
  now: number,
  offlineAfterSeconds: number,
): PresenceStatus {
  // This client receives the times only, and older clients another form.
  if (presence === undefined || 'aggregated' in presence) return 'offline'
  const { active_timestamp, idle_timestamp } = presence
  if (now - active_timestamp <= ACTIVE_SECONDS) return 'active'
  return now - Math.max(active_timestamp, idle_timestamp) <= offlineAfterSeconds ? 'idle' : 'offline'
}
