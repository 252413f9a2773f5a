import { onCleanup } from 'solid-js'
import { openOverlay } from '../base/overlay'
import type { Client } from '../client/client'
import { LATER_KEYS, type LaterCommand } from '../keys/keymap'
import { keyOfRoute } from '../routes/route'
import { inReadingOrder } from '../store/conversations'
import { words } from '../words/en'

/** The views whose key has their name. */
const VIEWS = ['inbox', 'recent', 'feed', 'drafts', 'starred'] as const

const CONVERSATIONS = new Set(['channel', 'topic', 'direct'])

const runLater = (client: Client, command: LaterCommand): void =>
  void import('./later-commands').then(({ laterCommands }) => laterCommands(client)[command](), client.report)

type Opened = { openSwitcher: (begin: string) => void; isRailOpen: () => boolean; closeRail: () => void }

/** The keys that work in all views. */
export function handleChatKeys(client: Client, { openSwitcher, isRailOpen, closeRail }: Opened) {
  const { environment, go, homeRoute, isAt, keys, route, setNotice, store, unread } = client

  function next(isWanted: (view: string) => boolean) {
    const waiting = inReadingOrder(store.state, unread().conversations).filter(({ route: { view } }) => isWanted(view))
    const at = waiting.findIndex(({ key }) => key === keyOfRoute(route()))
    const after = waiting[at + 1] ?? (at > 0 ? waiting[0] : undefined)
    if (after === undefined) setNotice({ text: words.allRead })
    else go(after.route)
  }

  onCleanup(
    keys.handle({
      ...Object.fromEntries(LATER_KEYS.map(({ command }) => [command, () => runLater(client, command)])),
      goAnywhere: () => openSwitcher(''),
      goToChannel: () => openSwitcher('#'),
      goToPerson: () => openSwitcher('@'),
      goToSetting: () => openSwitcher('>'),
      help: () => openOverlay(client, { kind: 'card', card: { card: 'keys' } }),
      search: () => go({ view: 'search', terms: [] }),
      ...Object.fromEntries(VIEWS.map((view) => [view, () => go({ view })])),
      nextUnread: () => next(() => true),
      nextDirect: () => next((view) => view === 'direct'),
      write: () => environment.root.querySelector<HTMLElement>('.layer:not(.parked) .write textarea')?.focus(),
      leave() {
        if (environment.root.querySelector('dialog[open], .menu')) return false
        if (isRailOpen()) return closeRail()
        if (!store.state.user_settings.web_escape_navigates_to_home_view || isAt(homeRoute())) return false
        // One key too many loses no place.
        if (CONVERSATIONS.has(route().view)) return false
        go(homeRoute())
        return true
      },
    }),
  )
}
