import { deletedIds } from '../../client-state/messages'
import type {
  Event,
  FoundMessage,
  ReactionAddEvent,
  ReactionRemoveEvent,
  SubmessageEvent,
  UpdateMessageEvent,
  UpdateMessageFlagsAddEvent,
  UpdateMessageFlagsRemoveEvent,
} from '../../client-state/wire'

/** A message that the client has. `match_content` has the words of the search that found it marked. */
export type Message = FoundMessage
export type Messages = Map<number, Message>
export type { Reaction } from '../../client-state/wire'

/** Applies an event to the messages that the client has. Returns the ids of those that changed. */
export function applyToMessages(messages: Messages, event: Event): readonly number[] {
  if (event.type === 'message') {
    messages.set(event.message.id, { ...event.message, flags: event.flags })
    return [event.message.id]
  }
  if (event.type === 'delete_message') {
    for (const id of deletedIds(event)) messages.delete(id)
    return deletedIds(event)
  }
  if (event.type === 'update_message') return [...new Set([...move(messages, event), ...edit(messages, event)])]
  if (event.type === 'update_message_flags') return changeFlags(messages, event)
  if (event.type === 'submessage') return addSubmessage(messages, event)
  return event.type === 'reaction' ? changeReactions(messages, event) : []
}

function move(messages: Messages, { subject, new_stream_id, message_ids }: UpdateMessageEvent): readonly number[] {
  if (!subject && !new_stream_id) return []
  for (const id of message_ids) {
    const message = messages.get(id)
    if (message === undefined) continue
    message.subject = subject ?? message.subject
    if (new_stream_id !== undefined && message.type === 'stream') message.stream_id = new_stream_id
  }
  return message_ids
}

function edit(messages: Messages, event: UpdateMessageEvent): readonly number[] {
  const message = messages.get(event.message_id)
  if (message === undefined || event.content === undefined) return []
  message.content = event.rendered_content ?? message.content
  delete message.match_content
  message.is_me_message = event.is_me_message ?? message.is_me_message
  message.flags = event.flags
  if (!event.rendering_only) message.last_edit_timestamp = event.edit_timestamp
  return [message.id]
}

type FlagsEvent = UpdateMessageFlagsAddEvent | UpdateMessageFlagsRemoveEvent

function changeFlags(messages: Messages, { op, flag, messages: ids, all }: FlagsEvent): readonly number[] {
  const changed = all ? [...messages.keys()] : ids
  for (const id of changed) {
    const message = messages.get(id)
    if (message === undefined) continue
    const others = message.flags.filter((name) => name !== flag)
    message.flags = op === 'add' ? [...others, flag] : others
  }
  return changed
}

function addSubmessage(messages: Messages, event: SubmessageEvent): readonly number[] {
  const { message_id, submessage_id, msg_type, content, sender_id } = event
  const message = messages.get(message_id)
  if (message === undefined || message.submessages.some(({ id }) => id === submessage_id)) return []
  const added = { id: submessage_id, message_id, msg_type, content, sender_id }
  message.submessages = [...message.submessages, added]
  return [message_id]
}

function changeReactions(messages: Messages, event: ReactionAddEvent | ReactionRemoveEvent): readonly number[] {
  const { op, message_id, emoji_name, emoji_code, reaction_type, user_id } = event
  const message = messages.get(message_id)
  if (message === undefined) return []
  const others = message.reactions.filter(
    (reaction) =>
      reaction.user_id !== user_id || reaction.emoji_code !== emoji_code || reaction.reaction_type !== reaction_type,
  )
  message.reactions = op === 'add' ? [...others, { emoji_name, emoji_code, reaction_type, user_id }] : others
  return [message_id]
}
