import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { toggleFlag } from '../list/actions'
import { selectedMessages, selectMessages } from '../base/selected-messages'
import { nameOfKey } from '../keys/key-names'
import { pinMessage, pinOf, unpin } from '../base/pins'
import { copyAddress } from './copy-address'
import { Menu, type MenuItem } from '../parts/menu'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { mayDelete, mayMove, mayPinIn } from '../store/may-act'
import { mayEdit } from '../store/may-write'
import { overlayWords as words } from '../words/en-overlays'
import { openOverlay, type Overlay } from '../base/overlay'

type Props = { overlay: Extract<Overlay, { kind: 'messageMenu' }>; close: () => void }

/** All actions of a message, with the keys that do the same. */
export function MessageMenu(props: Props) {
  const client = useClient()
  const { anchor } = props.overlay
  return (
    <Menu label={words.messageActions} anchor={anchor} groups={groupsOf(client, props.overlay)} close={props.close} />
  )
}

function groupsOf(client: Client, { message, commands }: Props['overlay']): MenuItem[][] {
  const { state } = client.store
  const isOwn = message.sender_id === state.user_id
  const place = conversationOf(message, state.user_id)
  const channel = place.view === 'topic' ? client.channelOf(place.stream_id) : undefined
  const now = Date.now() / 1000
  const open = (kind: 'report' | 'delete') => () => openOverlay(client, { kind, message })
  const item = (label: string, key: string | undefined, run: () => void): MenuItem => ({ label, key, run })
  const command = (label: string, key: string, name: keyof typeof commands) =>
    item(label, key, () => commands[name]?.())
  const only = (isOffered: boolean, added: MenuItem) => (isOffered ? [added] : [])
  const hasHistory = state.realm_message_edit_history_visibility_policy !== 'none'
  return [
    [
      command(words.react, ':', 'react'),
      command(message.flags.includes('starred') ? words.unstar : words.star, 'Ctrl-S', 'star'),
      ...only(mayEdit(state, message, now), command(words.edit, 'e', 'edit')),
      ...only(mayPinIn(state, channel), pinItem(client, message)),
      command(words.markUnread, 'U', 'markUnread'),
      command(message.flags.includes('collapsed') ? words.expand : words.collapse, '-', 'collapse'),
      item(words.selection.select, `Shift-${nameOfKey('ArrowDown')}`, () =>
        selectMessages(client, [...selectedMessages(client), message.id]),
      ),
      ...only(
        message.content.includes('"message_embed"'),
        item(message.flags.includes('hide_link_previews') ? words.showPreviews : words.hidePreviews, undefined, () =>
          toggleFlag(client, message, 'hide_link_previews'),
        ),
      ),
    ],
    [
      command(words.quote, '>', 'quote'),
      command(words.forward, '<', 'forward'),
      command(words.replyToAuthor, 'R', 'replyToAuthor'),
      item(words.remind, undefined, () => openOverlay(client, { kind: 'remind', message })),
    ],
    [
      item(
        words.copyLink,
        undefined,
        () => void copyAddress(client, { ...conversationOf(message, client.store.state.user_id), near: message.id }),
      ),
      command(words.inContext, 'z', 'inContext'),
      command(words.senderCard, 'u', 'card'),
      ...only(state.realm_enable_read_receipts, command(words.receipts, 'V', 'receipts')),
      ...only(hasHistory && message.last_edit_timestamp !== undefined, command(words.history, 'H', 'history')),
    ],
    [
      ...only(place.view === 'topic' && mayMove(state, channel), command(words.move, 'm', 'move')),
      ...only(!isOwn && state.realm_moderation_request_channel_id > 0, item(words.report, undefined, open('report'))),
      ...only(mayDelete(state, channel, message, now), { label: words.delete, isDangerous: true, run: open('delete') }),
    ],
  ]
}

function pinItem(client: Client, message: Message): MenuItem {
  const pin = pinOf(client, message)
  return pin === undefined
    ? { label: words.pins.pin, run: () => void pinMessage(client, message) }
    : { label: words.pins.unpin, run: () => void unpin(client, pin.id) }
}
