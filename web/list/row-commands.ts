import { openOverlay } from '../base/overlay'
import { startEditing } from '../base/editing'
import type { Client } from '../client/client'
import { conversationOf } from '../store/conversations'
import { mayEdit } from '../store/may-write'
import type { Message } from '../store/messages'
import { addSameReaction, markUnreadFrom, toggleCollapsed, toggleStar, toggleThumbsUp } from './actions'
import { quoting } from './lazy-quoting'

type Row = {
  message: () => Message
  element: () => HTMLElement
  keepUnread: (ids: number[]) => void
  /** Opens the picker of an emoji. */
  react: () => void
}

/** What keys and the menu do with the message of a row. */
export function createRowCommands(client: Client, { message, element, keepUnread, react }: Row) {
  const { choosePlace, go, store } = client
  const place = () => conversationOf(message(), store.state.user_id)
  const isEditable = () => mayEdit(store.state, message(), Date.now() / 1000)
  const edit = () => void startEditing(client, message().id)
  const markUnread = () => void markUnreadFrom(client, message(), keepUnread)
  const collapse = () => toggleCollapsed(client, message())
  const show = (kind: 'history' | 'receipts') => openOverlay(client, { kind, message: message() })
  const openMenu = (anchor: HTMLElement) =>
    openOverlay(client, {
      kind: 'messageMenu',
      message: message(),
      anchor,
      commands: { edit, react, markUnread, collapse },
    })
  function move() {
    const topic = place()
    if (topic.view !== 'topic') return false
    openOverlay(client, { kind: 'move', topic, message: message() })
    return true
  }

  const keys = {
    star: () => toggleStar(client, message()),
    react,
    thumbsUp: () => toggleThumbsUp(client, message()),
    markUnread,
    quote: () => quoting(client, ({ quoteMessage }) => quoteMessage(client, message())),
    forward: () => choosePlace((to) => quoting(client, ({ forwardMessage }) => forwardMessage(client, message(), to))),
    replyToAuthor: () => quoting(client, ({ replyToAuthor }) => replyToAuthor(client, message())),
    mention: () => quoting(client, ({ mentionAuthor }) => mentionAuthor(client, message())),
    sameReaction: () => addSameReaction(client, message()),
    edit: () => isEditable() && edit(),
    menu: () => openMenu(element().querySelector<HTMLElement>('.tools button:last-child') ?? element()),
    card: () => openOverlay(client, { kind: 'card', card: { card: 'user', id: message().sender_id } }),
    move,
    history: () => show('history'),
    receipts: () => show('receipts'),
    collapse,
    inContext: () => go({ ...place(), near: message().id }),
  }

  return { keys, place, isEditable, edit, openMenu }
}
