import type { Json } from '../../client-state/reducer'
import { ask } from '../wire/requests'

const PING_MILLISECONDS = 60_000

type Target = {
  isReady: () => boolean
  /** The id up to which this client has the presence of other users. */
  lastUpdateId: () => number
  /** Receives the presences that changed, and the server's time. */
  received: (presences: Json, lastUpdateId: number, serverSeconds: number) => void
}

/** Tells the server each minute whether the user is active, and receives who else is. */
export function createPresence({ isReady, lastUpdateId, received }: Target) {
  let activeAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wasActive = () => void (activeAt = performance.now())
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    globalThis.addEventListener(type, wasActive, { passive: true, capture: true })

  async function ping() {
    clearTimeout(timer)
    timer = setTimeout(() => void ping(), PING_MILLISECONDS)
    if (!isReady()) return
    const isActive = !document.hidden && performance.now() - activeAt < PING_MILLISECONDS
    try {
      const answer = await ask('POST /users/me/presence', {
        status: isActive ? 'active' : 'idle',
        new_user_input: isActive,
        slim_presence: true,
        last_update_id: lastUpdateId(),
      })
      received(answer.presences, answer.presence_last_update_id, answer.server_timestamp)
    } catch {
      // The next ping tries again.
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    wasActive()
    void ping()
  })
  return { ping }
}
