import type { ClientState, ListedChannel } from './client-state'
import type { Reducers } from './reducer'
import { removeUnread, withMutedTopics } from './unread-counts'

/** Events about channels, their folders and their subscribers. */
export const channelReducers = {
  'stream/create'(state, { streams }, registration) {
    for (const channel of streams) {
      state.streams.set(channel)
      // The subscribers of a new channel follow in `subscription/peer_add` events.
      const subscribers = (registration.include_subscribers ?? 'false') === 'false' ? {} : { subscribers: [] }
      const { stream_id } = channel
      if (!state.subscriptions.has(stream_id) && !state.unsubscribed.has(stream_id))
        state.never_subscribed.set({ ...channel, ...subscribers })
    }
  },

  'stream/delete'(state, { stream_ids }) {
    for (const list of LISTS) for (const id of stream_ids) state[list].remove(id)
  },

  'stream/update'(state, { stream_id, property, value, type: _, op: __, id: ___, name: ____, ...more }) {
    // `is_announcement_only` is an older field for the same policy.
    const older = property === 'stream_post_policy' ? { is_announcement_only: value === 2 } : {}
    for (const list of LISTS) {
      state[list].updateField(stream_id, property, value)
      state[list].update(stream_id, { ...more, ...older })
    }
  },

  default_streams(state, { default_streams }) {
    state.realm_default_streams = default_streams
  },

  'subscription/add'(state, { subscriptions }, registration) {
    for (const subscription of subscriptions) {
      // This event lists subscribers although the state of a client without `include_subscribers` has none.
      if (registration.include_subscribers === undefined) delete subscription.subscribers
      const { stream_id, subscriber_count } = subscription
      removeSubscription(state, stream_id)
      state.subscriptions.set(subscription)
      state.streams.update(stream_id, { subscriber_count })
    }
  },

  'subscription/remove'(state, { subscriptions }) {
    for (const { stream_id } of subscriptions) {
      const left = state.subscriptions.get(stream_id)
      // Messages in a channel that the user left do not count as unread.
      for (const { ids } of state.unread_msgs.inChannel(stream_id)) for (const id of ids) removeUnread(state, id)
      // The channel is archived, and this client has no `archived_channels` capability.
      if (left === undefined) continue
      removeSubscription(state, stream_id)
      state.unsubscribed.set(left)
      // Guests do not see the subscribers of a channel that they are not subscribed to.
      if (state.is_guest && left.subscribers) left.subscribers = []
      removeSubscribers(state, [stream_id], [state.user_id])
    }
  },

  'subscription/peer_add'(state, { stream_ids, user_ids }) {
    for (const channel of entriesOf(state, stream_ids)) {
      channel.subscriber_count += user_ids.length
      channel.subscribers?.push(...user_ids)
    }
  },

  'subscription/peer_remove'(state, { stream_ids, user_ids }) {
    removeSubscribers(state, stream_ids, user_ids)
  },

  'subscription/update'(state, { stream_id, property, value }) {
    withMutedTopics(state, state.unread_msgs.inChannel(stream_id), () => {
      for (const list of SUBSCRIBED) state[list].updateField(stream_id, property, value)
    })
  },

  'channel_folder/add'(state, { channel_folder }) {
    state.channel_folders.push(channel_folder)
  },

  'channel_folder/update'(state, { channel_folder_id, data }) {
    const folder = state.channel_folders.find(({ id }) => id === channel_folder_id)
    if (folder) Object.assign(folder, data)
  },

  'channel_folder/reorder'(state, { order }) {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id)
    state.channel_folders.sort((a, b) => a.order - b.order)
  },

  default_stream_groups(state, { default_stream_groups }) {
    state.realm_default_stream_groups = default_stream_groups
  },
} satisfies Partial<Reducers>

const SUBSCRIBED = ['subscriptions', 'unsubscribed'] as const
const BY_SUBSCRIPTION = [...SUBSCRIBED, 'never_subscribed'] as const
const LISTS = ['streams', ...BY_SUBSCRIPTION] as const

/** Returns the entries of the channels in all lists of the state. */
const entriesOf = (state: ClientState, stream_ids: number[]): ListedChannel[] =>
  stream_ids.flatMap((id) => LISTS.flatMap((list) => state[list].get(id) ?? []))

function removeSubscription(state: ClientState, stream_id: number) {
  for (const list of BY_SUBSCRIPTION) state[list].remove(stream_id)
}

function removeSubscribers(state: ClientState, stream_ids: number[], user_ids: number[]) {
  const removed = new Set(user_ids)
  for (const channel of entriesOf(state, stream_ids)) {
    channel.subscriber_count -= user_ids.length
    if (channel.subscribers) channel.subscribers = channel.subscribers.filter((id) => !removed.has(id))
  }
}
