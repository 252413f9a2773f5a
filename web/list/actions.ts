import type { Client } from '../client/client'
import { isSameEmoji } from '../parts/emoji'
import { conversationOf } from '../store/conversations'
import type { Message, Reaction } from '../store/messages'
import { words } from '../words/en'

export function toggleReaction(
  { ask, report, store }: Client,
  message: Message,
  emoji: Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>,
) {
  const { user_id } = store.state
  const isOwn = message.reactions.some((reaction) => reaction.user_id === user_id && isSameEmoji(reaction, emoji))
  const { emoji_name, emoji_code, reaction_type } = emoji
  const route = isOwn ? 'DELETE /messages/:message_id/reactions' : 'POST /messages/:message_id/reactions'
  ask(route, { message_id: message.id, emoji_name, emoji_code, reaction_type }).catch(report)
}

export const toggleThumbsUp = (client: Client, message: Message): void =>
  toggleReaction(client, message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' })

/** Adds the first reaction of others, or takes the own one back. */
export function addSameReaction(client: Client, message: Message): void {
  const [first] = message.reactions
  if (first !== undefined) toggleReaction(client, message, first)
}

export const toggleStar = (client: Client, message: Message): void => toggleFlag(client, message, 'starred')

/** Shows only the first lines of a long message, or all of it again. */
export const toggleCollapsed = (client: Client, message: Message): void => toggleFlag(client, message, 'collapsed')

function toggleFlag({ ask, report }: Client, { id, flags }: Message, flag: 'starred' | 'collapsed') {
  const op = flags.includes(flag) ? 'remove' : 'add'
  ask('POST /messages/flags', { messages: [id], op, flag }).catch(report)
}

export async function copyLink({ hrefOf, setNotice, store }: Client, message: Message): Promise<void> {
  const hash = hrefOf({ ...conversationOf(message, store.state.user_id), near: message.id })
  try {
    await navigator.clipboard.writeText(`${location.origin}/${hash}`)
    setNotice({ text: words.linkCopied })
  } catch {
    setNotice({ text: words.linkNotCopied })
  }
}

/** Marks this message and the later ones of its conversation that the client has as unread. */
export async function markUnreadFrom(
  { ask, reading, report, store }: Client,
  message: Message,
  keepUnread: (ids: number[]) => void,
): Promise<void> {
  const route = conversationOf(message, store.state.user_id)
  const later = store.windowOf(route).ids.filter((id) => id >= message.id)
  const messages = later.length > 0 ? later : [message.id]
  keepUnread(messages)
  reading.forget(messages)
  await ask('POST /messages/flags', { messages, op: 'remove', flag: 'read' }).catch(report)
}
