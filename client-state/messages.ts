import type { Json, Reducers } from './reducer'
import { addUnread, removeUnread, isTopicMuted, updateMention, sameTopic, unreadIn, type Location } from './unread'

/** Events about messages. The state holds few facts about messages: unread, starred, and the newest id. */
export const messageReducers: Reducers = {
  message(state, { message, flags }) {
    state.max_message_id = message.id
    if (message.type === 'stream') respellTopic(state, message.stream_id, message.subject)
    if (!flags.includes('read')) addUnread(state, message.id, locationOf(state, message), flags)
    if (message.type === 'private') moveToFront(state, message.id, locationOf(state, message).user_ids!)
  },

  // The event does not say which message is now the newest, so these values become undefined.
  delete_message(state, { message_ids, message_id }) {
    const deleted: number[] = message_ids ?? [message_id]
    for (const id of deleted) removeUnread(state, id)
    state.starred_messages = state.starred_messages.filter((id: number) => !deleted.includes(id))
    if (deleted.includes(state.max_message_id)) state.max_message_id = undefined
    if (state.recent_private_conversations?.some((conversation: Json) => deleted.includes(conversation.max_message_id)))
      state.recent_private_conversations = undefined
  },

  // The content is not part of the state, but mentions and the topics of unread messages are. A message that moves to a
  // channel without the user is no longer unread.
  update_message(state, event) {
    const { message_ids, stream_id, new_stream_id = stream_id, orig_subject, subject = orig_subject } = event
    if (event.content !== undefined) updateMention(state, event.message_id, event.flags)
    if (orig_subject === undefined) return
    const { unread_msgs } = state
    const moved = new Set(message_ids)
    const unread: number[] = unread_msgs.streams.flatMap((conversation: Json) =>
      conversation.unread_message_ids.filter((id: number) => moved.has(id)),
    )
    const mentions = unread_msgs.mentions.filter((id: number) => moved.has(id))
    for (const id of unread) removeUnread(state, id)
    const isSubscribed = state.subscriptions.some((subscription: Json) => subscription.stream_id === new_stream_id)
    const location = { type: 'stream', stream_id: new_stream_id, topic: subject }
    respellTopic(state, new_stream_id, subject)
    if (isSubscribed)
      for (const id of unread) addUnread(state, id, location, mentions.includes(id) ? ['mentioned'] : [])
  },

  'update_message_flags/add'(state, { flag, messages }) {
    // A flag gives the user a row for the message, so the message counts as received.
    if (flag !== 'read' && state.max_message_id !== undefined)
      state.max_message_id = Math.max(state.max_message_id, ...messages)
    if (flag === 'starred')
      state.starred_messages = [...new Set([...state.starred_messages, ...messages])].sort((a, b) => a - b)
    if (flag === 'read') for (const id of messages) removeUnread(state, id)
  },

  'update_message_flags/remove'(state, { flag, messages, message_details }) {
    if (flag === 'starred')
      state.starred_messages = state.starred_messages.filter((id: number) => !messages.includes(id))
    if (flag !== 'read') return
    // The unread flag does so, too.
    if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, ...messages)
    for (const id of messages) {
      const details = message_details[id]
      addUnread(state, id, details, details.mentioned ? ['mentioned'] : [])
    }
  },

  'reaction/add'(state, { user_id, message_id }) {
    // The user's own reaction does so, too. Reactions are fetched with messages.
    if (user_id === state.user_id) state.max_message_id = Math.max(state.max_message_id, message_id)
  },

  'reaction/remove'() {},

  // Submessages are fetched with messages.
  submessage() {},

  // Attachments are fetched from their own endpoint.
  'attachment/add'() {},

  'attachment/update'() {},

  'attachment/remove'() {},

  // Typing notifications are shown for a moment. The state does not hold them.
  'typing/start'() {},

  'typing/stop'() {},

  'typing_edit_message/start'() {},

  'typing_edit_message/stop'() {},

  muted_topics(state, { muted_topics }) {
    state.muted_topics = muted_topics
  },

  // Whether a wildcard mention in this topic still counts depends on the messages, which the state does not hold.
  user_topic(state, { type: _, id: __, ...userTopic }) {
    const isSameTopic = (row: Json) =>
      row.stream_id === userTopic.stream_id && sameTopic(row.topic_name ?? row.topic, userTopic.topic_name)
    const unread = state.unread_msgs.streams.find(isSameTopic)?.unread_message_ids.length ?? 0
    const countUnread = () => (isTopicMuted(state, userTopic.stream_id, userTopic.topic_name) ? 0 : unread)
    const before = countUnread()
    state.user_topics = state.user_topics.filter((row: Json) => !isSameTopic(row))
    if (userTopic.visibility_policy !== 0) state.user_topics.push(userTopic)
    state.unread_msgs.count += countUnread() - before
  },
}

/** Topics are equal if they differ only in upper and lower case. The newest spelling is shown. */
function respellTopic(state: Json, stream_id: number, topic: string) {
  for (const conversation of unreadIn(state, stream_id))
    if (sameTopic(conversation.topic, topic)) conversation.topic = topic
}

function moveToFront(state: Json, max_message_id: number, user_ids: number[]) {
  if (state.recent_private_conversations === undefined) return
  const others = state.recent_private_conversations.filter(
    (conversation: Json) => String(conversation.user_ids) !== String(user_ids),
  )
  state.recent_private_conversations = [{ max_message_id, user_ids }, ...others]
}

function locationOf(state: Json, message: Json): Location {
  if (message.type === 'stream') return { type: 'stream', stream_id: message.stream_id, topic: message.subject }
  return {
    type: 'private',
    user_ids: message.display_recipient.map((user: Json) => user.id).filter((id: number) => id !== state.user_id),
  }
}
