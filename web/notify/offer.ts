import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Event } from '../../client-state/wire'
import { words } from '../words/en-notify'

/** In this browser, the user was offered notifications. */
const OFFERED = 'parley-push-offered'

/** The last notice in this browser about the notifications of phones, for administrators. */
export const PLAN_NOTICE = 'parley-push-plan'

const arrivals = perClient(() => new Set<number>())

/** A message arrived that would have notified the user. */
export function rememberForOffer(client: Client, message_id: number): void {
  if (client.environment.storage.getItem(OFFERED) === null) arrivals(client).add(message_id)
}

/**
 * Offers notifications, once for each browser: after the user has read the first message that would have been one. The browser
 * asks for the permission only when the user presses the button.
 */
export function offerAfterReading(client: Client, event: Event): void {
  if (event.type !== 'update_message_flags' || event.op !== 'add' || event.flag !== 'read') return
  const arrived = arrivals(client)
  if (!event.messages.some((id) => arrived.has(id))) return
  arrived.clear()
  if (client.environment.storage.getItem(OFFERED) !== null) return
  client.environment.storage.setItem(OFFERED, 'yes')
  offer(client).catch(() => {})
}

async function offer(client: Client): Promise<void> {
  const { pushState, turnPushOn } = await import('./push')
  if ((await pushState(client)) !== 'off') return
  const turnOn = () => {
    turnPushOn(client, client.store.state.user_id).catch(client.report)
  }
  client.setNotice({ text: words.offer, action: { label: words.turnOn, run: turnOn } })
}
