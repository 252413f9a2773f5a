import type { Client } from '../client/client'
import type { Call } from '../../client-state/wire'
import type { Route } from '../routes/route'
import { directConversation } from '../store/conversations'

/** Where a call can be. The lounge of a channel is the call of its general chat. */
export type CallPlace = { type: 'stream'; stream_id: number; topic: string } | { type: 'direct'; to: number[] }

/** Returns the place of calls of a view, if it is a conversation with others. */
export function placeOf({ store }: Client, route: Route): CallPlace | undefined {
  if (route.view === 'topic' || route.view === 'channel')
    return { type: 'stream', stream_id: route.stream_id, topic: 'topic' in route ? route.topic : '' }
  if (route.view !== 'direct') return undefined
  const to = route.user_ids.filter((id) => id !== store.state.user_id)
  return to.length > 0 ? { type: 'direct', to } : undefined
}

export const routeOf = ({ store }: Client, { stream_id, topic, user_ids }: Call): Route =>
  stream_id === null
    ? directConversation(user_ids ?? [], store.state.user_id)
    : { view: 'topic', stream_id, topic: topic ?? '' }

export const placeOfCall = ({ store }: Client, { stream_id, topic, user_ids }: Call): CallPlace =>
  stream_id === null
    ? { type: 'direct', to: (user_ids ?? []).filter((id) => id !== store.state.user_id) }
    : { type: 'stream', stream_id, topic: topic ?? '' }

/** Returns the calls that run and that the user sees. */
export function runningCalls({ store, watch }: Client): readonly Call[] {
  watch('calls')
  return store.state.parley_calls
}

/** Returns the call that runs at a place. */
export const callAt = (client: Client, place: CallPlace): Call | undefined =>
  runningCalls(client).find((call) => keyOf(placeOfCall(client, call)) === keyOf(place))

const keyOf = (place: CallPlace): string =>
  place.type === 'direct'
    ? [...new Set(place.to)].sort((a, b) => a - b).join()
    : `${place.stream_id} ${place.topic.toLowerCase()}`
