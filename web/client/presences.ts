import { presenceStatus, type PresenceStatus } from '../store/presence'
import type { Store } from '../store/store'
import type { createPresence } from '../sync/presence'
import type { Ask } from '../wire/requests'
import type { createWatched } from './watched'

type Parts = { ask: Ask; store: Store; watch: ReturnType<typeof createWatched>['watch']; signal: AbortSignal }

/** Who is active, for the users whom the views show. */
export function createPresences({ ask, store, watch, signal }: Parts) {
  /** The users whose presence the views show. */
  const visibleUsers = new Set<number>()
  let presence: ReturnType<typeof createPresence> | undefined

  /** The first view does not need the requests of presence. The next connection tries again. */
  async function ping() {
    try {
      const loaded = await import('../sync/presence')
      presence ??= loaded.createPresence({
        ask,
        signal,
        isReady: store.isReady,
        lastUpdateId: () => store.state.presence_last_update_id,
        visibleUsers: () => visibleUsers,
        received(presences, last_update_id) {
          // What is drawn again names itself again.
          visibleUsers.clear()
          store.addPresences(presences, last_update_id)
        },
      })
      await presence.ping()
    } catch {
      // Without the script, users have the presence that the server sent at first.
    }
  }

  /** The time of the server in seconds. A ping each minute sets it: the clock of this computer may be wrong. */
  const serverNow = (): number => {
    watch('presence')
    return Date.now() / 1000 + (presence?.aheadSeconds() ?? 0)
  }

  return {
    ping: () => void ping(),
    serverNow,
    /** Returns whether a user is active. A ping each minute draws it again. */
    presenceOf: (user_id: number): PresenceStatus => {
      const now = serverNow()
      if (!visibleUsers.has(user_id)) {
        visibleUsers.add(user_id)
        presence?.showsAnother()
      }
      const { presences, server_presence_offline_threshold_seconds: offlineAfter } = store.state
      return presenceStatus(presences[user_id], now, offlineAfter)
    },
  }
}
