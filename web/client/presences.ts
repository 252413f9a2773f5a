import { presenceStatus, type PresenceStatus } from '../store/presence'
import type { Store } from '../store/store'
import { createPresence } from '../sync/presence'
import type { Ask } from '../wire/requests'
import type { createWatched } from './watched'

type Parts = { ask: Ask; store: Store; watch: ReturnType<typeof createWatched>['watch']; signal: AbortSignal }

/** Who is active, for the users whom the views show. */
export function createPresences({ ask, store, watch, signal }: Parts) {
  let serverAheadSeconds = 0
  /** The users whose presence the views show. */
  const visibleUsers = new Set<number>()
  const presence = createPresence({
    ask,
    signal,
    isReady: store.isReady,
    lastUpdateId: () => store.state.presence_last_update_id,
    visibleUsers: () => visibleUsers,
    received(presences, last_update_id, serverSeconds) {
      // What is drawn again names itself again.
      visibleUsers.clear()
      serverAheadSeconds = serverSeconds - Date.now() / 1000
      store.addPresences(presences, last_update_id)
    },
  })

  return {
    ping: () => void presence.ping(),
    /** Returns whether a user is active. A ping each minute draws it again. */
    presenceOf: (user_id: number): PresenceStatus => {
      watch('presence')
      if (!visibleUsers.has(user_id)) {
        visibleUsers.add(user_id)
        presence.showsAnother()
      }
      const { presences, server_presence_offline_threshold_seconds: offlineAfter } = store.state
      return presenceStatus(presences[user_id], Date.now() / 1000 + serverAheadSeconds, offlineAfter)
    },
  }
}
