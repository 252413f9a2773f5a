import { openOverlay, type RowCommands } from '../base/overlay'
import { startEditing } from '../base/editing'
import type { Client } from '../client/client'
import { MESSAGE_COMMANDS } from '../keys/keymap'
import { conversationOf } from '../store/conversations'
import { mayEdit } from '../store/may-write'
import type { Message } from '../store/messages'
import type { Row } from './row-commands'

type Parts = {
  message: () => Message
  element: () => HTMLElement
  keepUnread: (ids: number[]) => void
  /** Opens the picker of an emoji. */
  react: () => void
}

/** What the keys, the tools and the menu do with the message of a row. */
export function createRowActions(client: Client, { message, element, keepUnread, react }: Parts) {
  const { report, store } = client
  const load = async () => import('./row-commands')
  const place = () => conversationOf(message(), store.state.user_id)
  const isEditable = () => mayEdit(store.state, message(), client.now())
  const edit = () => void startEditing(client, message().id)
  const markUnread = () =>
    void load().then(({ markUnreadFrom }) => markUnreadFrom(client, message(), keepUnread), report)
  const openMenu = (anchor: HTMLElement) =>
    openOverlay(client, {
      kind: 'messageMenu',
      message: message(),
      anchor,
      commands: keys(),
    })
  function move() {
    const topic = place()
    if (topic.view !== 'topic') return false
    openOverlay(client, { kind: 'move', topic, message: message() })
    return true
  }
  const row = (): Row => ({ message: message(), element: element(), openMenu, markUnread, react })

  const keys = (): RowCommands => ({
    ...Object.fromEntries(
      MESSAGE_COMMANDS.map((command) => [
        command,
        () => void load().then(({ rowCommands }) => rowCommands(client, row())[command]?.(), report),
      ]),
    ),
    edit: () => isEditable() && edit(),
    move,
  })

  return {
    keys,
    place,
    isEditable,
    edit,
    openMenu,
  }
}
