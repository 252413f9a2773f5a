import type { Store } from '../store/store'
import type { Ask } from '../wire/requests'

const PING_MILLISECONDS = 60_000
const ASK_AFTER_MILLISECONDS = 500
/** How long after an input a view shows others because of it, and not because of an event. */
const INPUT_SHOWS_MILLISECONDS = 5000
/** One ping may ask for so many users. */
const MAX_REQUESTED = 500

/** The desktop app knows when the user last used the computer, also in another window. */
const lastActiveOnSystem = (): number => globalThis.window.electron_bridge?.get_last_active_on_system() ?? 0

type Parts = {
  ask: Ask
  signal: AbortSignal
  store: Pick<Store, 'state' | 'isReady' | 'addPresences'>
  /** The users whom the views show. What is drawn again names itself again. */
  visibleUsers: Set<number>
}

export type Presence = ReturnType<typeof createPresence>

/** Tells the server each minute whether the user is active, and receives who else is. */
export function createPresence({ ask, signal, store, visibleUsers }: Parts) {
  /** Whether the organization is so large that the client asks for the presence of the users whom it shows. */
  let isByRequest = false
  let requestedIds: ReadonlySet<number> = new Set()
  let isAsking = false
  /** By how much the server's clock is ahead of this computer's. */
  let ahead = 0
  let [activeAt, inputAt] = [performance.now(), performance.now()]
  let timer: ReturnType<typeof setTimeout> | undefined
  const wasActive = () => void (activeAt = performance.now())
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    globalThis.addEventListener(type, wasActive, { passive: true, capture: true, signal })
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    globalThis.addEventListener(type, () => (inputAt = performance.now()), { passive: true, capture: true, signal })

  async function ping(isExtra = false) {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(() => void ping(), PING_MILLISECONDS)
    if (!store.isReady()) return
    const parley_user_ids = isByRequest ? [...visibleUsers].slice(-MAX_REQUESTED) : undefined
    requestedIds = new Set([...(isExtra ? requestedIds : []), ...(parley_user_ids ?? [])])
    const isActive =
      (!document.hidden && performance.now() - activeAt < PING_MILLISECONDS) ||
      Date.now() - lastActiveOnSystem() < PING_MILLISECONDS
    try {
      const answer = await ask('POST /users/me/presence', {
        status: isActive ? 'active' : 'idle',
        new_user_input: isActive,
        slim_presence: true,
        last_update_id: store.state.presence_last_update_id,
        parley_user_ids,
      })
      const wasByRequest = isByRequest
      isByRequest = answer.parley_by_request === true
      const { presences = {}, presence_last_update_id, server_timestamp = Date.now() / 1000 } = answer
      ahead = server_timestamp - Date.now() / 1000
      visibleUsers.clear()
      store.addPresences(presences, presence_last_update_id)
      if (!isByRequest || wasByRequest) return
      inputAt = performance.now()
      showsAnother()
    } catch {
      // The next ping tries again.
    }
  }

  /**
   * Asks soon for the users whom the views show since the last ping, if the user did something. The sender of a new message waits
   * for the next ping: each client of a channel would send this request.
   */
  function showsAnother() {
    if (!isByRequest || isAsking || performance.now() - inputAt > INPUT_SHOWS_MILLISECONDS) return
    isAsking = true
    setTimeout(() => {
      isAsking = false
      if (requestedIds.size < MAX_REQUESTED && [...visibleUsers].some((user_id) => !requestedIds.has(user_id)))
        void ping(true)
    }, ASK_AFTER_MILLISECONDS)
  }

  function pingIfVisible() {
    if (document.hidden) return
    wasActive()
    void ping()
  }
  document.addEventListener('visibilitychange', pingIfVisible, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  return { ping, showsAnother, now: () => Date.now() / 1000 + ahead }
}
