import { createSignal } from 'solid-js'
import type { Call } from '../../client-state/wire'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { runningCalls } from './place'

/** The calls whose ring this page does not show any more. */
const silenced = perClient(() => {
  const [ids, setIds] = createSignal<ReadonlySet<number>>(new Set())
  return { ids, add: (id: number): void => void setIds((before) => new Set([...before, id])) }
})

/** Whether a call rings for the user. It is in the state, so that a page that opens meanwhile rings, too. */
export const isRinging = ({ now, store }: Client, { id, ring_until }: Call): boolean =>
  store.state.parley_ringing_calls.includes(id) && ring_until! > now()

/** Returns the calls whose ring this page shows. */
export const ringingCalls = (client: Client): Call[] =>
  runningCalls(client).filter((call) => isRinging(client, call) && !silenced(client).ids().has(call.id))

export const silence = (client: Client, call_id: number): void => silenced(client).add(call_id)
