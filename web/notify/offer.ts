import { report, setNotice, store } from '../app'
import type { Json } from '../../client-state/reducer'
import { words } from '../words/en-notify'

/** In this browser, the user was offered notifications. */
const OFFERED = 'parley-push-offered'

const arrived = new Set<number>()

/** A message arrived that would have notified the user. */
export function rememberForOffer(message_id: number): void {
  if (localStorage.getItem(OFFERED) === null) arrived.add(message_id)
}

/**
 * Offers notifications, once for each browser: after the user has read the first message that would have been one. The browser
 * asks for the permission only when the user presses the button.
 */
export function offerAfterReading({ type, op, flag, messages }: Json): void {
  if (type !== 'update_message_flags' || op !== 'add' || flag !== 'read') return
  if (!messages.some((id: number) => arrived.has(id))) return
  arrived.clear()
  if (localStorage.getItem(OFFERED) !== null) return
  localStorage.setItem(OFFERED, 'yes')
  offer().catch(() => {})
}

async function offer(): Promise<void> {
  const { pushState, turnPushOn } = await import('./push')
  if ((await pushState()) !== 'off') return
  const turnOn = () => {
    turnPushOn(store.state.user_id).catch(report)
  }
  setNotice({ text: words.offer, action: { label: words.turnOn, run: turnOn } })
}
