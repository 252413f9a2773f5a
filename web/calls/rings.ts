import type { Call } from '../../client-state/wire'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { runningCalls } from './place'

/** The calls whose ring this page does not show any more. */
const silenced = perClient(() => new Set<number>())

/** Whether a call rings for the user. It is in the state, so that a page that opens meanwhile rings, too. */
export const isRinging = ({ now, store }: Client, { id, ring_until }: Call): boolean =>
  store.state.parley_ringing_calls.includes(id) && ring_until! > now()

/** Returns the calls whose ring this page shows. */
export const ringingCalls = (client: Client): Call[] =>
  runningCalls(client).filter((call) => isRinging(client, call) && !silenced(client).has(call.id))

export function silence(client: Client, call_id: number): void {
  silenced(client).add(call_id)
  client.touch(['calls'])
}
