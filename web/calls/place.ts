import type { Client } from '../client/client'
import type { Call } from '../../client-state/wire'
import type { Route } from '../routes/route'
import { directConversation } from '../store/conversations'

/** Where a call can be. The lounge of a channel is the call of its general chat. */
export type CallPlace = { type: 'stream'; stream_id: number; topic: string } | { type: 'direct'; to: number[] }

/** Returns the place of calls of a view, if it is a conversation with others. */
export function placeOf({ store }: Client, route: Route): CallPlace | undefined {
  if (route.view === 'topic') return { type: 'stream', stream_id: route.stream_id, topic: route.topic }
  if (route.view === 'channel') return { type: 'stream', stream_id: route.stream_id, topic: '' }
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
export function callAt(client: Client, place: CallPlace): Call | undefined {
  const people = place.type === 'direct' ? idsKey([...place.to, client.store.state.user_id]) : ''
  return runningCalls(client).find(({ stream_id, topic, user_ids }) =>
    place.type === 'direct'
      ? user_ids !== null && idsKey(user_ids) === people
      : stream_id === place.stream_id && topic?.toLowerCase() === place.topic.toLowerCase(),
  )
}

const idsKey = (ids: readonly number[]): string => [...new Set(ids)].sort((a, b) => a - b).join()
