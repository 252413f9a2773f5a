import { presenceStatus, type PresenceStatus } from '../store/presence'
import type { Store } from '../store/store'
import type { Presence } from '../sync/presence'
import type { Ask } from '../wire/requests'
import type { createWatched } from './watched'

type Parts = { ask: Ask; store: Store; watch: ReturnType<typeof createWatched>['watch']; signal: AbortSignal }

/** Who is active, for the users whom the views show. */
export function createPresences({ ask, store, watch, signal }: Parts) {
  /** The users whose presence the views show. */
  const visibleUsers = new Set<number>()
  let presence: Presence | undefined

  /**
   * The first view does not need the requests of presence. Without their script, users have the presence that the server sent at first, and
   * the next connection tries again.
   */
  const ping = (): Promise<void> =>
    import('../sync/presence')
      .then(({ createPresence }) => (presence ??= createPresence({ ask, signal, store, visibleUsers })).ping())
      .catch(() => {})

  /** The time of the server in seconds. A ping each minute sets it: the clock of this computer may be wrong. */
  const now = (): number => {
    watch('presence')
    return presence?.now() ?? Date.now() / 1000
  }

  return {
    ping,
    now,
    /** Returns whether a user is active. A ping each minute draws it again. */
    presenceOf: (user_id: number): PresenceStatus => {
      if (!visibleUsers.has(user_id)) {
        visibleUsers.add(user_id)
        presence?.showsAnother()
      }
      const { presences, server_presence_offline_threshold_seconds: offlineAfter } = store.state
      return presenceStatus(presences[user_id], now(), offlineAfter)
    },
  }
}
