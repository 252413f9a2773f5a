import type { Json } from './reducer'

/** Returns the unread messages of a channel, by topic. */
export const unreadIn = (state: Json, stream_id: number): Json[] =>
  state.unread_msgs.streams.filter((conversation: Json) => conversation.stream_id === stream_id)

/** The topic or direct conversation of a message. `user_ids` are the other users of a direct conversation. */
export type Location = { type: string; stream_id?: number; topic?: string; user_ids?: number[] }

export const sameTopic = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export function isTopicMuted(state: Json, stream_id: number, topic: string): boolean {
  const userTopic = state.user_topics.find(
    (row: Json) => row.stream_id === stream_id && sameTopic(row.topic_name, topic),
  )
  if (userTopic) return userTopic.visibility_policy === 1
  return state.subscriptions.some((subscription: Json) => subscription.stream_id === stream_id && subscription.is_muted)
}

export function addUnread(state: Json, id: number, location: Location, flags: string[]) {
  const { unread_msgs } = state
  const conversation = conversationOf(state, location)
  const ids: number[] = conversation.unread_message_ids
  if (ids.includes(id)) return
  ids.push(id)
  ids.sort((a, b) => a - b)
  const isMuted = location.type === 'stream' && isTopicMuted(state, location.stream_id!, location.topic!)
  if (!isMuted) unread_msgs.count++
  if (flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted))
    unread_msgs.mentions = [...unread_msgs.mentions, id].sort((a, b) => a - b)
  sortConversations(unread_msgs)
}

/** After an edit, a message may mention the user, or no longer do so. */
export function updateMention(state: Json, id: number, flags: string[]) {
  const { unread_msgs } = state
  const holdsMessage = (conversation: Json) => conversation.unread_message_ids.includes(id)
  const conversation = unread_msgs.streams.find(holdsMessage)
  const isUnread = conversation ?? [...unread_msgs.pms, ...unread_msgs.huddles].find(holdsMessage)
  const isMuted = conversation && isTopicMuted(state, conversation.stream_id, conversation.topic)
  const isMentioned = flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted)
  const others = unread_msgs.mentions.filter((messageId: number) => messageId !== id)
  unread_msgs.mentions = isUnread && isMentioned ? [...others, id].sort((a, b) => a - b) : others
}

function conversationOf(state: Json, location: Location): Json {
  const { unread_msgs, user_id } = state
  if (location.type === 'stream')
    return findOrAdd(
      unread_msgs.streams,
      (conversation) =>
        conversation.stream_id === location.stream_id &&
        conversation.topic.toLowerCase() === location.topic!.toLowerCase(),
      { stream_id: location.stream_id, topic: location.topic, unread_message_ids: [] },
    )
  const others = location.user_ids!
  if (others.length <= 1) {
    const other = others[0] ?? user_id
    return findOrAdd(unread_msgs.pms, (conversation) => conversation.other_user_id === other, {
      other_user_id: other,
      sender_id: other,
      unread_message_ids: [],
    })
  }
  const user_ids_string = [...others, user_id].sort((a, b) => a - b).join(',')
  return findOrAdd(unread_msgs.huddles, (conversation) => conversation.user_ids_string === user_ids_string, {
    user_ids_string,
    unread_message_ids: [],
  })
}

function findOrAdd(list: Json[], fits: (item: Json) => boolean, item: Json): Json {
  const found = list.find(fits)
  if (found) return found
  list.push(item)
  return item
}

export function removeUnread(state: Json, id: number) {
  const { unread_msgs } = state
  for (const kind of ['pms', 'streams', 'huddles'])
    for (const conversation of unread_msgs[kind]) {
      if (!conversation.unread_message_ids.includes(id)) continue
      conversation.unread_message_ids = conversation.unread_message_ids.filter((messageId: number) => messageId !== id)
      const isMuted = kind === 'streams' && isTopicMuted(state, conversation.stream_id, conversation.topic)
      if (!isMuted) unread_msgs.count--
    }
  unread_msgs.mentions = unread_msgs.mentions.filter((messageId: number) => messageId !== id)
  for (const kind of ['pms', 'streams', 'huddles'])
    unread_msgs[kind] = unread_msgs[kind].filter((conversation: Json) => conversation.unread_message_ids.length > 0)
}

function sortConversations(unread: Json) {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  unread.pms.sort((a: Json, b: Json) => a.other_user_id - b.other_user_id)
  unread.streams.sort(
    (a: Json, b: Json) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase()),
  )
  unread.huddles.sort((a: Json, b: Json) => compare(a.user_ids_string, b.user_ids_string))
}
