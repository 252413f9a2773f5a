import { hrefOf, reading, report, setNotice, store } from '../app'
import { isSameEmoji } from '../parts/emoji'
import { conversationOf } from '../store/conversations'
import type { Message, Reaction } from '../store/messages'
import { ask } from '../wire/requests'
import { words } from '../words/en'

export function toggleReaction(message: Message, emoji: Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>) {
  const { user_id } = store.state
  const isOwn = message.reactions.some((reaction) => reaction.user_id === user_id && isSameEmoji(reaction, emoji))
  const { emoji_name, emoji_code, reaction_type } = emoji
  const method = isOwn ? 'DELETE' : 'POST'
  ask(`${method} /messages/${message.id}/reactions`, { emoji_name, emoji_code, reaction_type }).catch(report)
}

export const toggleThumbsUp = (message: Message): void =>
  toggleReaction(message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' })

/** Adds the first reaction of others, or takes the own one back. */
export function addSameReaction(message: Message): void {
  const [first] = message.reactions
  if (first !== undefined) toggleReaction(message, first)
}

export const toggleStar = (message: Message): void => toggleFlag(message, 'starred')

/** Shows only the first lines of a long message, or all of it again. */
export const toggleCollapsed = (message: Message): void => toggleFlag(message, 'collapsed')

function toggleFlag({ id, flags }: Message, flag: 'starred' | 'collapsed') {
  const op = flags.includes(flag) ? 'remove' : 'add'
  ask('POST /messages/flags', { messages: [id], op, flag }).catch(report)
}

export async function copyLink(message: Message): Promise<void> {
  const hash = hrefOf({ ...conversationOf(message, store.state.user_id), near: message.id })
  try {
    await navigator.clipboard.writeText(`${location.origin}/${hash}`)
    setNotice({ text: words.linkCopied })
  } catch {
    setNotice({ text: words.linkNotCopied })
  }
}

/** Marks this message and the later ones of its conversation that the client has as unread. */
export async function markUnreadFrom(message: Message, keepUnread: (ids: number[]) => void): Promise<void> {
  const route = conversationOf(message, store.state.user_id)
  const later = store.windowOf(route).ids.filter((id) => id >= message.id)
  const messages = later.length > 0 ? later : [message.id]
  keepUnread(messages)
  reading.forget(messages)
  await ask('POST /messages/flags', { messages, op: 'remove', flag: 'read' }).catch(report)
}
