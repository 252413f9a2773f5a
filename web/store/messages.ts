import type { Json } from '../../client-state/reducer'
import type { Submessage } from './widgets'

export type Reaction = { emoji_name: string; emoji_code: string; reaction_type: string; user_id: number }

export type Message = {
  id: number
  sender_id: number
  sender_full_name: string
  avatar_url: string | null
  type: 'stream' | 'private'
  stream_id: number
  subject: string
  display_recipient: string | { id: number; full_name: string }[]
  timestamp: number
  content: string
  flags: string[]
  reactions: Reaction[]
  last_edit_timestamp?: number
  is_me_message: boolean
  /** The content with the words of the search that found it marked. */
  match_content?: string
  submessages: readonly Submessage[]
}

/** Applies an event to the messages that the client has. Returns the ids of those that changed. */
export function applyToMessages(messages: Map<number, Message>, event: Json): number[] {
  return REDUCERS[event.type]?.(messages, event) ?? []
}

const REDUCERS: Record<string, (messages: Map<number, Message>, event: Json) => number[]> = {
  message(messages, { message, flags }) {
    messages.set(message.id, { ...message, flags })
    return [message.id]
  },

  update_message(messages, event) {
    const changed = new Set<number>(event.subject || event.new_stream_id ? event.message_ids : [])
    for (const id of changed) {
      const message = messages.get(id)
      if (message === undefined) continue
      message.subject = event.subject ?? message.subject
      if (event.new_stream_id === undefined) continue
      message.stream_id = event.new_stream_id
    }
    const edited = messages.get(event.message_id)
    if (edited !== undefined && event.content !== undefined) {
      edited.content = event.rendered_content
      delete edited.match_content
      edited.is_me_message = event.is_me_message ?? edited.is_me_message
      edited.flags = event.flags
      if (event.rendering_only === false) edited.last_edit_timestamp = event.edit_timestamp
      changed.add(edited.id)
    }
    return [...changed]
  },

  delete_message(messages, { message_ids, message_id }) {
    const deleted: number[] = message_ids ?? [message_id]
    for (const id of deleted) messages.delete(id)
    return deleted
  },

  update_message_flags(messages, { op, flag, messages: ids, all }) {
    const changed: number[] = all ? [...messages.keys()] : ids
    for (const id of changed) {
      const message = messages.get(id)
      if (message === undefined) continue
      const others = message.flags.filter((name) => name !== flag)
      message.flags = op === 'add' ? [...others, flag] : others
    }
    return changed
  },

  submessage(messages, { message_id, submessage_id, msg_type, content, sender_id }) {
    const message = messages.get(message_id)
    if (message === undefined || message.submessages.some(({ id }) => id === submessage_id)) return []
    const added = { id: submessage_id, message_id, msg_type, content, sender_id }
    message.submessages = [...message.submessages, added]
    return [message_id]
  },

  reaction(messages, { op, message_id, emoji_name, emoji_code, reaction_type, user_id }) {
    const message = messages.get(message_id)
    if (message === undefined) return []
    const others = message.reactions.filter(
      (reaction) =>
        reaction.user_id !== user_id || reaction.emoji_code !== emoji_code || reaction.reaction_type !== reaction_type,
    )
    message.reactions = op === 'add' ? [...others, { emoji_name, emoji_code, reaction_type, user_id }] : others
    return [message_id]
  },
}
