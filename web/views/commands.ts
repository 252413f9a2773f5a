import { isOneOf } from '../../client-state/groups'
import { labelOf } from '../base/labels'
import { markConversationRead } from '../base/mark-conversation-read'
import { ownSettings } from '../base/own-settings'
import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import { KEYMAP, type Command } from '../keys/keymap'
import { nameOfKey } from '../keys/key-names'
import { viewActions } from '../overlays/view-menu'
import { printCard, type Card } from '../routes/card'
import { words } from '../words/en'
import { keyWords } from '../words/en-keys'
import { laterWords } from '../words/en-later'

/** What the list of `Ctrl-K` can do. `detail` says with what. */
export type CommandChoice = { name: string; detail: string; keys?: string; run: () => void }

const texts = laterWords.commands

/** Commands that work in every view, beside those that open one. */
const WITH_KEYS: Command[] = [
  'newDirect',
  'newTopic',
  'search',
  'nextUnread',
  'nextDirect',
  'nextFollowed',
  'nextPane',
  'status',
  'help',
]

/** Returns all that the user can do here without a message: with a key, with a button, or with a setting. */
export const commandsOf = (client: Client): CommandChoice[] => [
  ...WITH_KEYS.map((command) => keyed(client, command)),
  ...readCommands(client),
  ...creatingCommands(client),
  ...lookCommands(client),
  ...hereCommands(client),
  ...paneCommands(client),
  { name: words.logOut, detail: '', run: () => openOverlay(client, { kind: 'logOut' }) },
]

function keyed({ keys }: Client, command: Command): CommandChoice {
  const key = KEYMAP.find((binding) => binding.command === command)?.keys[0] ?? ''
  return { name: keyWords.keys[command], detail: '', keys: nameOfKey(key), run: () => void keys.call(command) }
}

const MAX_TO_UNDO = 1000

/** Above some number the server marks all at once, and no user can take it back. */
export function readCommands(client: Client): CommandChoice[] {
  const { ask, report, unread } = client
  const ids = unread().conversations.flatMap((conversation) => conversation.ids)
  if (ids.length === 0) return []
  const run = () =>
    ids.length > MAX_TO_UNDO ? void ask('POST /mark_all_as_read').catch(report) : markConversationRead(client, ids)
  return [{ name: texts.markAllRead, detail: texts.messages(ids.length), run }]
}

function creatingCommands(client: Client): CommandChoice[] {
  const { environment, go, store, watch } = client
  watch('groups')
  const card = (name: string, opened: Card): CommandChoice => ({
    name,
    detail: '',
    run: () => environment.address.go(printCard(opened)),
  })
  const { state } = store
  const settings = ['realm_can_invite_users_group', 'realm_create_multiuse_invite_group'] as const
  const mayInvite = !state.is_guest && settings.some((name) => isOneOf(state, [state[name]]))
  const invite = () => go({ view: 'settings', section: 'organization/invitations' })
  return [
    ...(state.can_create_streams ? [card(texts.newChannel, { card: 'newChannel' })] : []),
    ...(mayInvite ? [{ name: texts.invite, detail: '', run: invite }] : []),
  ]
}

const [AS_DEVICE, DARK, LIGHT] = [1, 2, 3] as const
const HOUR_SECONDS = 3600

function lookCommands(client: Client): CommandChoice[] {
  const { ask, report } = client
  const { color_scheme, high_contrast_mode, parley_do_not_disturb_until: until } = ownSettings(client)
  const setting = (name: string, fields: Parameters<typeof ask<'PATCH /settings'>>[1]): CommandChoice => ({
    name,
    detail: '',
    run: () => void ask('PATCH /settings', fields).catch(report),
  })
  const schemes = [
    { code: DARK, name: texts.dark },
    { code: LIGHT, name: texts.light },
    { code: AS_DEVICE, name: texts.asDevice },
  ]
  const now = Math.floor(Date.now() / 1000)
  return [
    ...schemes
      .filter(({ code }) => code !== color_scheme)
      .map(({ code, name }) => setting(name, { color_scheme: code })),
    setting(high_contrast_mode ? texts.usualContrast : texts.highContrast, { high_contrast_mode: !high_contrast_mode }),
    until > now
      ? setting(texts.notifyAgain, { parley_do_not_disturb_until: 0 })
      : setting(texts.quietForAnHour, { parley_do_not_disturb_until: now + HOUR_SECONDS }),
  ]
}

function paneCommands(client: Client): CommandChoice[] {
  const { beside, keys } = client
  if (beside() === '') return []
  return [
    { ...keyed(client, 'enlarge'), name: laterWords.pane.enlarge },
    { name: laterWords.pane.close, detail: '', keys: nameOfKey('Escape'), run: () => void keys.call('leave') },
  ]
}

/** What the menu of the open view offers. */
const hereCommands = (client: Client): CommandChoice[] =>
  viewActions(client, client.route())
    .flat()
    .map(({ label, key, isChecked, run }) => ({
      name: label,
      detail: isChecked === true ? texts.isOn(labelOf(client, client.route())) : labelOf(client, client.route()),
      ...(key !== undefined && { keys: nameOfKey(key) }),
      run,
    }))
