import type { Json, Reducers } from './reducer'
import { removeUnread, isTopicMuted, unreadIn } from './unread'

/** Events about channels, their folders and their subscribers. */
export const channelReducers: Reducers = {
  'stream/create'(state, { streams }, registration) {
    for (const channel of streams) {
      state.streams.push(channel)
      // The subscribers of a new channel follow in `subscription/peer_add` events.
      const subscribers = (registration.include_subscribers ?? 'false') === 'false' ? {} : { subscribers: [] }
      if (!wasSubscribed(state, channel.stream_id)) state.never_subscribed.push({ ...channel, ...subscribers })
    }
  },

  'stream/delete'(state, { stream_ids }) {
    const remains = (channel: Json) => !stream_ids.includes(channel.stream_id)
    for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'])
      state[list] = state[list].filter(remains)
  },

  'stream/update'(state, { stream_id, property, value, type: _, op: __, id: ___, name: ____, ...more }) {
    for (const channel of entriesOf(state, stream_id)) Object.assign(channel, { [property]: value, ...more })
    // `is_announcement_only` is an older field for the same policy.
    if (property === 'stream_post_policy')
      for (const channel of entriesOf(state, stream_id)) channel.is_announcement_only = value === 2
  },

  default_streams(state, { default_streams }) {
    state.realm_default_streams = default_streams
  },

  'subscription/add'(state, { subscriptions }, registration) {
    for (const subscription of subscriptions) {
      // This event lists subscribers although the state of a client without `include_subscribers` has none.
      if (registration.include_subscribers === undefined) delete subscription.subscribers
      removeSubscription(state, subscription.stream_id)
      state.subscriptions.push(subscription)
      for (const channel of state.streams.filter(({ stream_id }: Json) => stream_id === subscription.stream_id))
        channel.subscriber_count = subscription.subscriber_count
    }
  },

  'subscription/remove'(state, { subscriptions }) {
    for (const { stream_id } of subscriptions) {
      const left = state.subscriptions.find((channel: Json) => channel.stream_id === stream_id)
      // Messages in a channel that the user left do not count as unread.
      for (const topic of unreadIn(state, stream_id)) for (const id of topic.unread_message_ids) removeUnread(state, id)
      // The channel is archived, and this client has no `archived_channels` capability.
      if (left === undefined) continue
      removeSubscription(state, stream_id)
      state.unsubscribed.push(left)
      // Guests do not see the subscribers of a channel that they are not subscribed to.
      if (state.is_guest && left.subscribers) left.subscribers = []
      removeSubscribers(state, [stream_id], [state.user_id])
    }
  },

  'subscription/peer_add'(state, { stream_ids, user_ids }) {
    for (const stream_id of stream_ids)
      for (const channel of entriesOf(state, stream_id)) {
        channel.subscriber_count += user_ids.length
        channel.subscribers?.push(...user_ids)
      }
  },

  'subscription/peer_remove'(state, { stream_ids, user_ids }) {
    removeSubscribers(state, stream_ids, user_ids)
  },

  'subscription/update'(state, { stream_id, property, value }) {
    // Unread messages of muted topics do not count.
    const countUnread = () =>
      unreadIn(state, stream_id).reduce(
        (sum, topic) => sum + (isTopicMuted(state, stream_id, topic.topic) ? 0 : topic.unread_message_ids.length),
        0,
      )
    const before = countUnread()
    for (const channel of [...state.subscriptions, ...state.unsubscribed])
      if (channel.stream_id === stream_id) channel[property] = value
    state.unread_msgs.count += countUnread() - before
  },

  'channel_folder/add'(state, { channel_folder }) {
    state.channel_folders.push(channel_folder)
  },

  'channel_folder/update'(state, { channel_folder_id, data }) {
    const folder = state.channel_folders.find(({ id }: Json) => id === channel_folder_id)
    Object.assign(folder, data)
  },

  'channel_folder/reorder'(state, { order }) {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id)
    state.channel_folders.sort((a: Json, b: Json) => a.order - b.order)
  },

  default_stream_groups(state, { default_stream_groups }) {
    state.realm_default_stream_groups = default_stream_groups
  },
}

const wasSubscribed = (state: Json, stream_id: number) =>
  [...state.subscriptions, ...state.unsubscribed].some((channel: Json) => channel.stream_id === stream_id)

/** Returns the channel's entries in all lists of the state. */
const entriesOf = (state: Json, stream_id: number) =>
  ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) =>
    state[list].filter((channel: Json) => channel.stream_id === stream_id),
  )

function removeSubscription(state: Json, stream_id: number) {
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'])
    state[list] = state[list].filter((channel: Json) => channel.stream_id !== stream_id)
}

function removeSubscribers(state: Json, stream_ids: number[], user_ids: number[]) {
  for (const stream_id of stream_ids)
    for (const channel of entriesOf(state, stream_id)) {
      channel.subscriber_count -= user_ids.length
      if (channel.subscribers) channel.subscribers = channel.subscribers.filter((id: number) => !user_ids.includes(id))
    }
}
