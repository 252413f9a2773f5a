import type { Json } from '../person'

/** What is unread in a channel, by topic. */
export const unreadIn = (state: Json, stream_id: number): Json[] =>
  state.unread_msgs.streams.filter((each: Json) => each.stream_id === stream_id)

/** Where a message is: `user_ids` are the others in a direct conversation. */
export type Where = { type: string; stream_id?: number; topic?: string; user_ids?: number[] }

export const sameTopic = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export function isTopicMuted(state: Json, stream_id: number, topic: string): boolean {
  const chosen = state.user_topics.find(
    (each: Json) => each.stream_id === stream_id && sameTopic(each.topic_name, topic),
  )
  if (chosen) return chosen.visibility_policy === 1
  return state.subscriptions.some((each: Json) => each.stream_id === stream_id && each.is_muted)
}

export function addUnread(state: Json, id: number, where: Where, flags: string[]) {
  const { unread_msgs } = state
  const threads = threadsFor(state, where)
  const ids: number[] = threads.unread_message_ids
  if (ids.includes(id)) return
  ids.push(id)
  ids.sort((a, b) => a - b)
  const isMuted = where.type === 'stream' && isTopicMuted(state, where.stream_id!, where.topic!)
  if (!isMuted) unread_msgs.count++
  if (flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted))
    unread_msgs.mentions = [...unread_msgs.mentions, id].sort((a, b) => a - b)
  sortThreads(unread_msgs)
}

/** What an edited message says may call the reader, or no longer. */
export function recall(state: Json, id: number, flags: string[]) {
  const { unread_msgs } = state
  const thread = unread_msgs.streams.find((each: Json) => each.unread_message_ids.includes(id))
  const isUnread =
    thread ?? [...unread_msgs.pms, ...unread_msgs.huddles].find((each) => each.unread_message_ids.includes(id))
  const isMuted = thread && isTopicMuted(state, thread.stream_id, thread.topic)
  const isCalled = flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted)
  const others = unread_msgs.mentions.filter((each: number) => each !== id)
  unread_msgs.mentions = isUnread && isCalled ? [...others, id].sort((a, b) => a - b) : others
}

function threadsFor(state: Json, where: Where): Json {
  const { unread_msgs, user_id } = state
  if (where.type === 'stream')
    return findOrAdd(
      unread_msgs.streams,
      (each) => each.stream_id === where.stream_id && each.topic.toLowerCase() === where.topic!.toLowerCase(),
      { stream_id: where.stream_id, topic: where.topic, unread_message_ids: [] },
    )
  const others = where.user_ids!
  if (others.length <= 1) {
    const other = others[0] ?? user_id
    return findOrAdd(unread_msgs.pms, (each) => each.other_user_id === other, {
      other_user_id: other,
      sender_id: other,
      unread_message_ids: [],
    })
  }
  const user_ids_string = [...others, user_id].sort((a, b) => a - b).join(',')
  return findOrAdd(unread_msgs.huddles, (each) => each.user_ids_string === user_ids_string, {
    user_ids_string,
    unread_message_ids: [],
  })
}

function findOrAdd(list: Json[], fits: (each: Json) => boolean, fresh: Json): Json {
  const found = list.find(fits)
  if (found) return found
  list.push(fresh)
  return fresh
}

export function forgetUnread(state: Json, id: number) {
  const { unread_msgs } = state
  for (const kind of ['pms', 'streams', 'huddles'])
    for (const thread of unread_msgs[kind]) {
      if (!thread.unread_message_ids.includes(id)) continue
      thread.unread_message_ids = thread.unread_message_ids.filter((each: number) => each !== id)
      const isMuted = kind === 'streams' && isTopicMuted(state, thread.stream_id, thread.topic)
      if (!isMuted) unread_msgs.count--
    }
  unread_msgs.mentions = unread_msgs.mentions.filter((each: number) => each !== id)
  for (const kind of ['pms', 'streams', 'huddles'])
    unread_msgs[kind] = unread_msgs[kind].filter((thread: Json) => thread.unread_message_ids.length > 0)
}

function sortThreads(unread: Json) {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  unread.pms.sort((a: Json, b: Json) => a.other_user_id - b.other_user_id)
  unread.streams.sort(
    (a: Json, b: Json) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase()),
  )
  unread.huddles.sort((a: Json, b: Json) => compare(a.user_ids_string, b.user_ids_string))
}
