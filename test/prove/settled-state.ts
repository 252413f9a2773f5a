import type { Json } from '../support/person'

/**
 * Adds to the state of a client what events do not carry: clients request presence every minute, and events carry most of it
 * sooner. A client that supports `last_update_id` requests the changes since then. Other clients request all of it.
 */
export async function updatePresence(
  state: Json,
  later: Json,
  { slim_presence, changesSince }: { slim_presence: boolean; changesSince: (last_update_id: number) => Promise<Json> },
): Promise<void> {
  if (state.presence_last_update_id === later.presence_last_update_id) return
  const { presences, presence_last_update_id } = later
  if (!slim_presence || later.realm_presence_disabled || state.presence_last_update_id < 0) {
    Object.assign(state, { presences, presence_last_update_id })
    return
  }
  const changes = await changesSince(state.presence_last_update_id)
  Object.assign(state.presences, changes.presences)
  state.presence_last_update_id = changes.presence_last_update_id
}

/** Removes from the later state what no event carries. */
export function forgetWhatEventsLack(state: Json, later: Json): void {
  for (const field of ['max_message_id', 'recent_private_conversations'])
    if (state[field] === undefined) delete later[field]
  forgetLeftChannels(state, later)
}

/**
 * An event that shows a channel again to a former subscriber has no subscription settings. So the client lists it in
 * `never_subscribed`, until the user subscribes or the client registers again.
 */
function forgetLeftChannels(state: Json, later: Json) {
  for (const channel of state.never_subscribed ?? []) {
    const left = later.unsubscribed.find(({ stream_id }: Json) => stream_id === channel.stream_id)
    if (left === undefined) continue
    later.unsubscribed = later.unsubscribed.filter((candidate: Json) => candidate !== left)
    later.never_subscribed.push(Object.fromEntries(Object.keys(channel).map((key) => [key, left[key]])))
  }
}

/** Returns the state without the fields of the registration itself, and with sorted lists. */
export function comparable(state: Json): Json {
  const sorted = structuredClone(state)
  for (const field of ['queue_id', 'last_event_id', 'server_timestamp', 'presence_last_update_id']) delete sorted[field]
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'])
    sorted[list]?.sort((a: Json, b: Json) => a.stream_id - b.stream_id)
  for (const channel of [
    ...(sorted.subscriptions ?? []),
    ...(sorted.unsubscribed ?? []),
    ...(sorted.never_subscribed ?? []),
  ])
    channel.subscribers?.sort((a: number, b: number) => a - b)
  sorted.user_topics?.sort((a: Json, b: Json) => a.stream_id - b.stream_id || a.topic_name.localeCompare(b.topic_name))
  for (const list of ['realm_users', 'realm_non_active_users', 'realm_bots'])
    sorted[list]?.sort((a: Json, b: Json) => a.user_id - b.user_id)
  for (const group of sorted.realm_user_groups ?? []) group.members.sort((a: number, b: number) => a - b)
  return sorted
}
