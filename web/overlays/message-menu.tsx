import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { toggleFlag } from '../list/actions'
import { selectedMessages, selectMessages } from '../base/selected-messages'
import { nameOfKey } from '../keys/key-names'
import { pinMessage, pinOf, unpin } from '../base/pins'
import { copyAddress } from './copy-address'
import type { IconName } from '../parts/icon'
import { Menu, type MenuItem } from '../parts/menu'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { mayAskModel } from '../store/may-ask-model'
import { mayDelete, mayMove, mayPinIn } from '../store/may-act'
import { mayEdit } from '../store/may-write'
import { overlayWords as words } from '../words/en-overlays'
import { assistWords } from '../words/en-assist'
import { openOverlay, type Overlay } from '../base/overlay'

type Props = { overlay: Extract<Overlay, { kind: 'messageMenu' }>; close: () => void }

/** All actions of a message, with the keys that do the same. */
export function MessageMenu(props: Props) {
  const client = useClient()
  const { anchor } = props.overlay
  return (
    <Menu
      label={words.messageActions}
      anchor={anchor}
      groups={messageActions(client, props.overlay)}
      close={props.close}
    />
  )
}

type Of = Pick<Props['overlay'], 'message' | 'commands'>

/** Returns what the user can do with a message. */
export function messageActions(client: Client, { message, commands }: Of): MenuItem[][] {
  const { state } = client.store
  const isOwn = message.sender_id === state.user_id
  const place = conversationOf(message, state.user_id)
  const channel = place.view === 'topic' ? client.channelOf(place.stream_id) : undefined
  const now = client.now()
  const open = (kind: 'report' | 'delete' | 'remind' | 'translation') => () => openOverlay(client, { kind, message })
  const item = (icon: IconName, label: string, run: () => void) => ({ icon, label, run })
  const command = (icon: IconName, label: string, key: string, name: keyof typeof commands) => ({
    icon,
    label,
    key,
    run: () => commands[name]?.(),
  })
  const only = (isOffered: boolean, added: MenuItem) => (isOffered ? [added] : [])
  const hasHistory = state.realm_message_edit_history_visibility_policy !== 'none'
  return [
    [
      command('emoji', words.react, ':', 'react'),
      command('star', message.flags.includes('starred') ? words.unstar : words.star, 'Ctrl-S', 'star'),
      ...only(mayEdit(state, message, now), command('draft', words.edit, 'e', 'edit')),
      ...only(mayPinIn(state, channel), pinItem(client, message)),
      command('unread', words.markUnread, 'U', 'markUnread'),
      command('chevron', message.flags.includes('collapsed') ? words.expand : words.collapse, '-', 'collapse'),
      selectItem(client, message),
      ...only(message.content.includes('"message_embed"'), previewsItem(client, message)),
    ],
    [
      command('reply', words.quote, '>', 'quote'),
      command('forward', words.forward, '<', 'forward'),
      command('direct', words.replyToAuthor, 'R', 'replyToAuthor'),
      item('later', words.remind, open('remind')),
      ...only(mayAskModel(state), item('bot', assistWords.translate, open('translation'))),
    ],
    [
      item('link', words.copyLink, () => void copyAddress(client, { ...place, near: message.id })),
      command('topic', words.inContext, 'z', 'inContext'),
      command('person', words.senderCard, 'u', 'card'),
      ...only(state.realm_enable_read_receipts, command('people', words.receipts, 'V', 'receipts')),
      ...only(
        hasHistory && message.last_edit_timestamp !== undefined,
        command('recent', words.history, 'H', 'history'),
      ),
    ],
    [
      ...only(place.view === 'topic' && mayMove(state, channel), command('move', words.move, 'm', 'move')),
      ...only(!isOwn && state.realm_moderation_request_channel_id > 0, item('warning', words.report, open('report'))),
      ...only(mayDelete(state, channel, message, now), {
        icon: 'delete',
        label: words.delete,
        isDangerous: true,
        run: open('delete'),
      }),
    ],
  ]
}

const selectItem = (client: Client, { id }: Message): MenuItem => ({
  icon: 'done',
  label: words.selection.select,
  key: `Shift-${nameOfKey('ArrowDown')}`,
  run: () => selectMessages(client, [...selectedMessages(client), id]),
})

const previewsItem = (client: Client, message: Message): MenuItem => ({
  icon: 'link',
  label: message.flags.includes('hide_link_previews') ? words.showPreviews : words.hidePreviews,
  run: () => toggleFlag(client, message, 'hide_link_previews'),
})

function pinItem(client: Client, message: Message): MenuItem {
  const pin = pinOf(client, message)
  return pin === undefined
    ? { icon: 'pin', label: words.pins.pin, run: () => void pinMessage(client, message) }
    : { icon: 'pin', label: words.pins.unpin, run: () => void unpin(client, pin.id) }
}
