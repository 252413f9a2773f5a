import type { ClientState } from './client-state'
import type { Reducers } from './reducer'
import type { Call, DeleteMessageEvent, DirectMessage, Message } from './wire'
import { topicKey, type Location } from './unread'
import { addUnread, removeUnread, updateMention, withMutedTopics } from './unread-counts'

/** Events about messages. The state holds few facts about messages: unread, starred, and the newest id. */
export const messageReducers = {
  message(state, { message, flags }) {
    state.max_message_id = message.id
    if (message.type === 'stream') respellTopic(state, message.stream_id, message.subject)
    if (!flags.includes('read')) addUnread(state, message.id, locationOf(state, message), flags)
    if (message.type === 'private') moveToFront(state, message.id, othersOf(state, message))
  },

  // The event does not say which message is now the newest, so these values become undefined.
  delete_message(state, event) {
    const deleted = deletedIds(event)
    for (const id of deleted) removeUnread(state, id)
    for (const id of deleted) state.starred_messages?.delete(id)
    if (state.max_message_id !== undefined && deleted.includes(state.max_message_id)) state.max_message_id = undefined
    if (state.recent_private_conversations?.some((conversation) => deleted.includes(conversation.max_message_id)))
      state.recent_private_conversations = undefined
  },

  // The content is not part of the state, but mentions and the topics of unread messages are. A message that moves to a
  // channel without the user is no longer unread.
  update_message(state, event) {
    const { message_ids, stream_id, new_stream_id = stream_id, orig_subject, subject = orig_subject } = event
    if (event.content !== undefined) updateMention(state, event.message_id, event.flags)
    if (subject === undefined || new_stream_id === undefined) return
    const { unread_msgs } = state
    const unread = message_ids.filter((id) => unread_msgs.ofMessage(id))
    const mentions = new Set(unread.filter((id) => unread_msgs.isMentioned(id)))
    for (const id of unread) removeUnread(state, id)
    respellTopic(state, new_stream_id, subject)
    if (!state.subscriptions.has(new_stream_id)) return
    const location: Location = { type: 'stream', stream_id: new_stream_id, topic: subject }
    for (const id of unread) addUnread(state, id, location, mentions.has(id) ? ['mentioned'] : [])
  },

  'update_message_flags/add'(state, { flag, messages }) {
    // A flag gives the user a row for the message, so the message counts as received.
    if (flag !== 'read' && state.max_message_id !== undefined)
      state.max_message_id = Math.max(state.max_message_id, ...messages)
    if (flag === 'starred') for (const id of messages) state.starred_messages.add(id)
    if (flag === 'read') for (const id of messages) removeUnread(state, id)
  },

  'update_message_flags/remove'(state, { flag, messages, message_details }) {
    if (flag === 'starred') for (const id of messages) state.starred_messages.delete(id)
    if (flag !== 'read') return
    // The unread flag does so, too.
    if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, ...messages)
    for (const id of messages) {
      const details = message_details?.[id]
      if (details) addUnread(state, id, details, details.mentioned ? ['mentioned'] : [])
    }
  },

  'reaction/add'(state, { user_id, message_id }) {
    // The user's own reaction does so, too. Reactions are fetched with messages.
    if (user_id === state.user_id && state.max_message_id !== undefined)
      state.max_message_id = Math.max(state.max_message_id, message_id)
  },

  'reaction/remove'() {},

  // Submessages are fetched with messages.
  submessage() {},

  // A view fetches the pins of its channel, and keeps them.
  'parley_pins/add'() {},

  'parley_pins/remove'() {},

  'parley_call/start'(state, { call, rings, answer_code }) {
    putCall(state, call)
    if (rings) state.parley_ringing_calls = [...state.parley_ringing_calls, call.id]
    if (answer_code) state.parley_answer_codes[call.id] = answer_code
  },

  'parley_call/people'(state, { call }) {
    putCall(state, call)
    if (call.people.some(({ user_id }) => user_id === state.user_id)) stopRinging(state, call.id)
  },

  'parley_call/end'(state, { call_id }) {
    state.parley_calls = state.parley_calls.filter(({ id }) => id !== call_id)
    stopRinging(state, call_id)
  },

  'parley_call/declined'(state, { call_id, user_id }) {
    if (user_id === state.user_id) stopRinging(state, call_id)
  },

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
    const { stream_id, topic_name, visibility_policy } = userTopic
    const unread = state.unread_msgs.inTopic(stream_id, topic_name)
    withMutedTopics(state, unread ? [unread] : [], () => {
      state.user_topics.remove(topicKey(stream_id, topic_name))
      if (visibility_policy !== 0) state.user_topics.set(userTopic)
    })
  },
} satisfies Partial<Reducers>

/** The calls are in the order of their ids: those of their messages. */
function putCall(state: ClientState, call: Call) {
  state.parley_calls = [...state.parley_calls.filter(({ id }) => id !== call.id), call].sort((a, b) => a.id - b.id)
}

function stopRinging(state: ClientState, call_id: number) {
  state.parley_ringing_calls = state.parley_ringing_calls.filter((id) => id !== call_id)
  delete state.parley_answer_codes[call_id]
}

/** Topics are equal if they differ only in upper and lower case. The newest spelling is shown. */
function respellTopic(state: ClientState, stream_id: number, topic: string) {
  const unread = state.unread_msgs.inTopic(stream_id, topic)
  if (unread?.location.type === 'stream') unread.location.topic = topic
}

function moveToFront(state: ClientState, max_message_id: number, user_ids: number[]) {
  if (state.recent_private_conversations === undefined) return
  const others = state.recent_private_conversations.filter(
    (conversation) => String(conversation.user_ids) !== String(user_ids),
  )
  state.recent_private_conversations = [{ max_message_id, user_ids }, ...others]
}

const locationOf = (state: ClientState, message: Message): Location =>
  message.type === 'stream'
    ? { type: 'stream', stream_id: message.stream_id, topic: message.subject }
    : { type: 'private', user_ids: othersOf(state, message) }

const othersOf = (state: ClientState, message: DirectMessage): number[] =>
  message.display_recipient.map((user) => user.id).filter((id) => id !== state.user_id)

/** Returns the ids of the deleted messages. A client without `bulk_message_deletion` receives an event for each of them. */
export const deletedIds = ({ message_ids, message_id }: DeleteMessageEvent): readonly number[] =>
  message_ids ?? (message_id === undefined ? [] : [message_id])
