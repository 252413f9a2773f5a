import { isOneOf } from '../../client-state/groups'
import { labelOf } from '../base/labels'
import { markConversationRead } from '../base/mark-conversation-read'
import { ownSettings } from '../base/own-settings'
import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import { KEYMAP, MESSAGE_COMMANDS, type Command } from '../keys/keymap'
import { nameOfKey } from '../keys/key-names'
import { messageActions } from '../overlays/message-menu'
import { viewActions } from '../overlays/view-menu'
import type { IconName } from '../parts/icon'
import type { MenuItem } from '../parts/menu'
import { printCard, type Card } from '../routes/card'
import { isLinkGuest } from '../store/may-write'
import type { Message } from '../store/messages'
import { keyWords } from '../words/en-keys'
import { laterWords } from '../words/en-later'

/** What the list of `Ctrl-K` can do. `detail` says with what. */
export type CommandChoice = {
  name: string
  detail?: string
  icon?: IconName | undefined
  keys?: string | undefined
  run: () => void
}

const texts = laterWords.commands

/** Commands that work in every view, beside those that open one. */
const WITH_KEYS: [Command, IconName][] = [
  ['newDirect', 'direct'],
  ['newTopic', 'write'],
  ['search', 'search'],
  ['nextUnread', 'unread'],
  ['nextDirect', 'unread'],
  ['nextFollowed', 'follow'],
  ['nextPane', 'pane'],
  ['status', 'emoji'],
  ['help', 'key'],
]

/** Returns all that the user can do here: with a key, with a menu, or with a setting. `message` has the focus. */
export const commandsOf = (client: Client, message?: Message): CommandChoice[] => [
  ...(message === undefined ? [] : messageCommands(client, message)),
  ...WITH_KEYS.filter(([command]) => command !== 'newDirect' || !isLinkGuest(client.store.state)).map(
    ([command, icon]) => keyed(client, command, icon),
  ),
  ...readCommands(client),
  ...creatingCommands(client),
  ...lookCommands(client),
  ...hereCommands(client),
  { name: laterWords.logOut, icon: 'leave', run: () => openOverlay(client, { kind: 'logOut' }) },
]

function keyed({ keys }: Client, command: Command, icon: IconName): CommandChoice {
  const key = KEYMAP.find((binding) => binding.command === command)?.keys[0] ?? ''
  const run = () => void keys.call(command)
  return { name: keyWords.keys[command], keys: nameOfKey(key), icon, run }
}

const MAX_TO_UNDO = 1000

/** Above some number the server marks all at once, and no user can take it back. */
export function readCommands(client: Client): CommandChoice[] {
  const { ask, report, unread } = client
  const ids = () => unread().conversations.flatMap((conversation) => conversation.ids)
  const count = ids().length
  if (count === 0) return []
  const run = () =>
    count > MAX_TO_UNDO ? void ask('POST /mark_all_as_read').catch(report) : markConversationRead(client, ids())
  return [{ name: texts.markAllRead, detail: texts.messages(count), icon: 'done', run }]
}

function creatingCommands(client: Client): CommandChoice[] {
  const { environment, go, store, watch } = client
  watch('groups')
  const card = (name: string, opened: Card): CommandChoice => ({
    name,
    icon: 'add',
    run: () => environment.address.go(printCard(opened)),
  })
  const { state } = store
  const inviters = [state.realm_can_invite_users_group, state.realm_create_multiuse_invite_group]
  const mayInvite = !state.is_guest && isOneOf(state, inviters)
  const invite = () => go({ view: 'settings', section: 'organization/invitations' })
  const inviting: CommandChoice = { name: texts.invite, icon: 'people', run: invite }
  return [
    ...(state.can_create_streams ? [card(texts.newChannel, { card: 'newChannel' })] : []),
    ...(mayInvite ? [inviting] : []),
  ]
}

const [AS_DEVICE, DARK, LIGHT] = [1, 2, 3] as const
const HOUR_SECONDS = 3600

function lookCommands(client: Client): CommandChoice[] {
  const { ask, report } = client
  const { color_scheme, high_contrast_mode, parley_do_not_disturb_until: until } = ownSettings(client)
  type Fields = Parameters<typeof ask<'PATCH /settings'>>[1]
  const setting = (name: string, fields: Fields): CommandChoice => ({
    name,
    icon: 'settings',
    run: () => void ask('PATCH /settings', fields).catch(report),
  })
  const schemes = [
    [texts.dark, DARK],
    [texts.light, LIGHT],
    [texts.asDevice, AS_DEVICE],
  ] as const
  const now = Math.floor(Date.now() / 1000)
  return [
    ...schemes.filter(([, code]) => code !== color_scheme).map(([name, code]) => setting(name, { color_scheme: code })),
    setting(high_contrast_mode ? texts.usualContrast : texts.highContrast, { high_contrast_mode: !high_contrast_mode }),
    until > now
      ? setting(texts.notifyAgain, { parley_do_not_disturb_until: 0 })
      : setting(texts.quietForAnHour, { parley_do_not_disturb_until: now + HOUR_SECONDS }),
  ]
}

/** What the menu of the open view offers. */
function hereCommands(client: Client): CommandChoice[] {
  const place = labelOf(client, client.route())
  return viewActions(client, client.route())
    .flat()
    .map((item) => ofMenu(item, item.isChecked ? texts.isOn(place) : place))
}

/** What the menu of the message with the focus offers. Its row takes the keys. */
function messageCommands(client: Client, message: Message): CommandChoice[] {
  const commands = Object.fromEntries(MESSAGE_COMMANDS.map((command) => [command, () => client.keys.call(command)]))
  const detail = client.names.user(message.sender_id)
  return messageActions(client, { message, commands })
    .flat()
    .map((item) => ofMenu(item, detail))
}

const ofMenu = ({ icon, label, key, run }: MenuItem, detail: string): CommandChoice => ({
  name: label,
  detail,
  icon,
  keys: key && nameOfKey(key),
  run,
})
