import type { Json } from '../person'
import type { Appliers } from './appliers'
import { addUnread, forgetUnread, isTopicMuted, recall, sameTopic, unreadIn, type Where } from './unread'

/** What was said, and what became of it: of messages the state knows little but what is unread. */
export const messageEvents: Appliers = {
  message(state, { message, flags }) {
    state.max_message_id = message.id
    if (message.type === 'stream') spell(state, message.stream_id, message.subject)
    if (!flags.includes('read')) addUnread(state, message.id, whereOf(state, message), flags)
    if (message.type === 'private') moveToFront(state, message.id, whereOf(state, message).user_ids!)
  },

  // Which message is the newest that is left, here or in a conversation, is not told: undefined is what nobody can know.
  delete_message(state, { message_ids, message_id }) {
    const gone: number[] = message_ids ?? [message_id]
    for (const id of gone) forgetUnread(state, id)
    state.starred_messages = state.starred_messages.filter((id: number) => !gone.includes(id))
    if (gone.includes(state.max_message_id)) state.max_message_id = undefined
    if (state.recent_private_conversations?.some((each: Json) => gone.includes(each.max_message_id)))
      state.recent_private_conversations = undefined
  },

  // What an edited message says is no part of the state, but whether it calls one is.
  // So is where unread messages are. What goes to a channel that one is not in is no longer unread.
  update_message(state, event) {
    const { message_ids, stream_id, new_stream_id = stream_id, orig_subject, subject = orig_subject } = event
    if (event.content !== undefined) recall(state, event.message_id, event.flags)
    if (orig_subject === undefined) return
    const { unread_msgs } = state
    const gone = new Set(message_ids)
    const went: number[] = unread_msgs.streams.flatMap((thread: Json) =>
      thread.unread_message_ids.filter((id: number) => gone.has(id)),
    )
    const mentions = unread_msgs.mentions.filter((id: number) => gone.has(id))
    for (const id of went) forgetUnread(state, id)
    const isIn = state.subscriptions.some((each: Json) => each.stream_id === new_stream_id)
    const where = { type: 'stream', stream_id: new_stream_id, topic: subject }
    spell(state, new_stream_id, subject)
    if (isIn) for (const id of went) addUnread(state, id, where, mentions.includes(id) ? ['mentioned'] : [])
  },

  'update_message_flags/add'(state, { flag, messages }) {
    // Starring or collapsing a message makes it one's own, however it came to be seen.
    if (flag !== 'read' && state.max_message_id !== undefined)
      state.max_message_id = Math.max(state.max_message_id, ...messages)
    if (flag === 'starred')
      state.starred_messages = [...new Set([...state.starred_messages, ...messages])].sort((a, b) => a - b)
    if (flag === 'read') for (const id of messages) forgetUnread(state, id)
  },

  'update_message_flags/remove'(state, { flag, messages, message_details }) {
    if (flag === 'starred')
      state.starred_messages = state.starred_messages.filter((id: number) => !messages.includes(id))
    if (flag !== 'read') return
    // So does making it unread.
    if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, ...messages)
    for (const id of messages) {
      const details = message_details[id]
      addUnread(state, id, details, details.mentioned ? ['mentioned'] : [])
    }
  },

  'reaction/add'(state, { user_id, message_id }) {
    // So does reacting to it. Reactions themselves are fetched with messages.
    if (user_id === state.user_id) state.max_message_id = Math.max(state.max_message_id, message_id)
  },

  'reaction/remove'() {},

  // What was added to messages is fetched with them.
  submessage() {},

  // Files are asked for, and are no part of the state.
  'attachment/add'() {},

  'attachment/update'() {},

  'attachment/remove'() {},

  // Somebody writes, or does no longer: that is seen for a moment, and is no part of the state.
  'typing/start'() {},

  'typing/stop'() {},

  'typing_edit_message/start'() {},

  'typing_edit_message/stop'() {},

  muted_topics(state, { muted_topics }) {
    state.muted_topics = muted_topics
  },

  // Whether a call to everyone still counts as a mention is read off the messages, which are no part of the state.
  user_topic(state, { type: _, id: __, ...chosen }) {
    const isIt = (each: Json) =>
      each.stream_id === chosen.stream_id && sameTopic(each.topic_name ?? each.topic, chosen.topic_name)
    const unread = state.unread_msgs.streams.find(isIt)?.unread_message_ids.length ?? 0
    const counted = () => (isTopicMuted(state, chosen.stream_id, chosen.topic_name) ? 0 : unread)
    const before = counted()
    state.user_topics = state.user_topics.filter((each: Json) => !isIt(each))
    if (chosen.visibility_policy !== 0) state.user_topics.push(chosen)
    state.unread_msgs.count += counted() - before
  },
}

/** A topic may only have changed its letters. */
function spell(state: Json, stream_id: number, topic: string) {
  for (const thread of unreadIn(state, stream_id)) if (sameTopic(thread.topic, topic)) thread.topic = topic
}

function moveToFront(state: Json, max_message_id: number, user_ids: number[]) {
  if (state.recent_private_conversations === undefined) return
  const others = state.recent_private_conversations.filter((each: Json) => String(each.user_ids) !== String(user_ids))
  state.recent_private_conversations = [{ max_message_id, user_ids }, ...others]
}

function whereOf(state: Json, message: Json): Where {
  if (message.type === 'stream') return { type: 'stream', stream_id: message.stream_id, topic: message.subject }
  return {
    type: 'private',
    user_ids: message.display_recipient.map((each: Json) => each.id).filter((id: number) => id !== state.user_id),
  }
}
