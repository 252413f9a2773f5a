import type { Json } from '../person'
import type { Appliers } from './appliers'
import { forgetUnread, isTopicMuted, unreadIn } from './unread'

/** Which channels there are, and who is in them. */
export const channelEvents: Appliers = {
  'stream/create'(state, { streams }, client) {
    for (const channel of streams) {
      state.streams.push(channel)
      // A channel one hears of now has nobody in it yet; peers are told next.
      const nobody = (client.include_subscribers ?? 'false') === 'false' ? {} : { subscribers: [] }
      if (!everSubscribed(state, channel.stream_id)) state.never_subscribed.push({ ...channel, ...nobody })
    }
  },

  'stream/delete'(state, { stream_ids }) {
    const kept = (channel: Json) => !stream_ids.includes(channel.stream_id)
    for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'])
      state[list] = state[list].filter(kept)
  },

  'stream/update'(state, { stream_id, property, value, type: _, op: __, id: ___, name: ____, ...more }) {
    for (const channel of everywhere(state, stream_id)) Object.assign(channel, { [property]: value, ...more })
    // Clients that know of four policies only know the one that is for administrators by another name as well.
    if (property === 'stream_post_policy')
      for (const channel of everywhere(state, stream_id)) channel.is_announcement_only = value === 2
  },

  default_streams(state, { default_streams }) {
    state.realm_default_streams = default_streams
  },

  'subscription/add'(state, { subscriptions }, client) {
    for (const subscription of subscriptions) {
      // A client that said nothing of subscribers is told of them here, and its state has none.
      if (client.include_subscribers === undefined) delete subscription.subscribers
      remove(state, subscription.stream_id)
      state.subscriptions.push(subscription)
      for (const channel of state.streams.filter((each: Json) => each.stream_id === subscription.stream_id))
        channel.subscriber_count = subscription.subscriber_count
    }
  },

  'subscription/remove'(state, { subscriptions }) {
    for (const { stream_id } of subscriptions) {
      const left = state.subscriptions.find((each: Json) => each.stream_id === stream_id)
      // Leaving a channel settles what was unread in it.
      for (const thread of unreadIn(state, stream_id))
        for (const id of thread.unread_message_ids) forgetUnread(state, id)
      if (left === undefined) continue // archived, and this client knows of no such channels
      remove(state, stream_id)
      state.unsubscribed.push(left)
      // A guest outside a channel is not told who is in it.
      if (state.is_guest && left.subscribers) left.subscribers = []
      leave(state, [stream_id], [state.user_id])
    }
  },

  'subscription/peer_add'(state, { stream_ids, user_ids }) {
    for (const stream_id of stream_ids)
      for (const channel of everywhere(state, stream_id)) {
        channel.subscriber_count += user_ids.length
        channel.subscribers?.push(...user_ids)
      }
  },

  'subscription/peer_remove'(state, { stream_ids, user_ids }) {
    leave(state, stream_ids, user_ids)
  },

  'subscription/update'(state, { stream_id, property, value }) {
    // What is unread where one has muted it does not count.
    const counted = () =>
      unreadIn(state, stream_id).reduce(
        (sum, thread) => sum + (isTopicMuted(state, stream_id, thread.topic) ? 0 : thread.unread_message_ids.length),
        0,
      )
    const before = counted()
    for (const channel of [...state.subscriptions, ...state.unsubscribed])
      if (channel.stream_id === stream_id) channel[property] = value
    state.unread_msgs.count += counted() - before
  },

  'channel_folder/add'(state, { channel_folder }) {
    state.channel_folders.push(channel_folder)
  },

  'channel_folder/update'(state, { channel_folder_id, data }) {
    const folder = state.channel_folders.find((each: Json) => each.id === channel_folder_id)
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

const everSubscribed = (state: Json, stream_id: number) =>
  [...state.subscriptions, ...state.unsubscribed].some((each: Json) => each.stream_id === stream_id)

const everywhere = (state: Json, stream_id: number) =>
  ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) =>
    state[list].filter((channel: Json) => channel.stream_id === stream_id),
  )

function remove(state: Json, stream_id: number) {
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'])
    state[list] = state[list].filter((each: Json) => each.stream_id !== stream_id)
}

function leave(state: Json, stream_ids: number[], user_ids: number[]) {
  for (const stream_id of stream_ids)
    for (const channel of everywhere(state, stream_id)) {
      channel.subscriber_count -= user_ids.length
      if (channel.subscribers) channel.subscribers = channel.subscribers.filter((id: number) => !user_ids.includes(id))
    }
}
