import { openOverlay } from '../base/overlay'
import type { Client } from '../client/client'
import type { MessageCommand } from '../keys/keymap'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { toggleCollapsed, toggleReaction, toggleStar } from './actions'
import { forwardMessage, mentionAuthor, quoteMessage, replyToAuthor } from './quoting'

/** A message and its row when a key was pressed. */
export type Row = {
  message: Message
  element: HTMLElement
  openMenu: (anchor: HTMLElement) => void
  markUnread: () => void
  react: () => void
}

/** What keys do with the message of a row. They load when the first one is pressed. */
export function rowCommands(
  client: Client,
  { message, element, openMenu, markUnread, react }: Row,
): Partial<Record<MessageCommand, () => void>> {
  const show = (kind: 'history' | 'receipts') => openOverlay(client, { kind, message })
  return {
    star: () => toggleStar(client, message),
    react,
    thumbsUp: () => toggleThumbsUp(client, message),
    markUnread,
    quote: () => void quoteMessage(client, message),
    forward: () => client.choosePlace((to) => void forwardMessage(client, message, to)),
    replyToAuthor: () => replyToAuthor(client, message),
    mention: () => mentionAuthor(client, message),
    sameReaction: () => addSameReaction(client, message),
    menu: () => openMenu(element.querySelector<HTMLElement>('.tools button:last-child') ?? element),
    card: () => openOverlay(client, { kind: 'card', card: { card: 'user', id: message.sender_id } }),
    history: () => show('history'),
    receipts: () => show('receipts'),
    collapse: () => toggleCollapsed(client, message),
    inContext: () => client.go({ ...conversationOf(message, client.store.state.user_id), near: message.id }),
  }
}

const toggleThumbsUp = (client: Client, message: Message): void =>
  toggleReaction(client, message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' })

/** Adds the first reaction of others, or takes the own one back. */
function addSameReaction(client: Client, message: Message): void {
  const [first] = message.reactions
  if (first !== undefined) toggleReaction(client, message, first)
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
