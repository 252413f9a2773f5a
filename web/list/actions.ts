import type { Client } from '../client/client'
import { isSameEmoji } from '../parts/emoji'
import type { Message, Reaction } from '../store/messages'

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

export const toggleStar = (client: Client, message: Message): void => toggleFlag(client, message, 'starred')

/** Shows only the first lines of a long message, or all of it again. */
export const toggleCollapsed = (client: Client, message: Message): void => toggleFlag(client, message, 'collapsed')

/** Gives the message a flag of the user, or takes it away. */
export function toggleFlag(
  { ask, report }: Client,
  { id, flags }: Message,
  flag: 'starred' | 'collapsed' | 'hide_link_previews',
) {
  const op = flags.includes(flag) ? 'remove' : 'add'
  ask('POST /messages/flags', { messages: [id], op, flag }).catch(report)
}
