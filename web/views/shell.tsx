import { createEffect, createSignal, Match, on, Show, Switch } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { keyOfRoute, readsMessages } from '../routes/route'
import { titleCount } from '../store/conversations'
import { words } from '../words/en'
import { keepFocus, watchFocus } from '../base/keep-focus'
import { labelOf } from '../base/labels'
import { Notices } from './notices'
import { overlay } from '../base/overlay'
import { lazyView } from '../parts/lazy'
import { showAppearance } from './appearance'
import { ownLook } from '../base/own-look'
import { ownSettings } from '../base/own-settings'
import { handleChatKeys } from './chat-keys'
import { hasCalls } from './has-calls'
import { ParkedViews } from './parked-views'
import { Rail } from './rail'
import { Tabs } from './tabs'
import { troubleOf } from './trouble'
import './shell.css'

const loadLogin = async () => import('./login')

const LoginView = lazyView(async () => (await loadLogin()).LoginView)
const LoginSheet = lazyView(async () => (await loadLogin()).LoginSheet)
const Switcher = lazyView(async () => (await import('./switcher')).Switcher)
const Pane = lazyView(async () => (await import('./pane')).Pane)
const Calls = lazyView(async () => (await import('../calls/calls')).Calls)
const Overlays = lazyView(async () => (await import('../overlays/overlays')).Overlays)

/** The whole client: the login view without a session, and the chat with one. */
export function Shell() {
  const { environment, isReady, session, signal, status } = useClient()
  watchFocus(environment.root, signal)
  // The server will say that there is no session. The form is there by then.
  if (session.number() === undefined) loadLogin().catch(() => {})
  return (
    <Switch>
      <Match when={isReady()}>
        <Chat />
      </Match>
      <Match when={status() === 'loggedOut'}>
        <LoginView />
      </Match>
      <Match when={true}>
        <p class="starting" role="status">
          {troubleOf(status()) ?? words.status.starting}
        </p>
      </Match>
    </Switch>
  )
}

function Chat() {
  const client = useClient()
  const { beside, choice, covers, route, setChoice, status } = client

  const switcher = createOpened<{ begin: string }>()
  const openSwitcher = (begin: string) => switcher.open({ begin })
  const [isRailOpen, setRailOpen] = createSignal(false)
  createEffect(on(route, () => setRailOpen(false)))
  showWhereUserIs(client)
  handleChatKeys(client, { openSwitcher, isRailOpen, closeRail: () => void setRailOpen(false) })

  return (
    <div class="app" classList={{ two: beside() !== '' }}>
      <Rail goAnywhere={() => openSwitcher('')} isOpen={isRailOpen()} />
      <main class="main" classList={{ reads: !covers() && readsMessages(route()) }}>
        <Show when={hasCalls(client)}>
          <Calls />
        </Show>
        <ParkedViews isActive={!covers()} />
        <Show when={overlay(client)} keyed>
          {(open) => <Overlays overlay={open} />}
        </Show>
      </main>
      <Show when={beside()}>
        <Pane />
      </Show>
      <Tabs openRail={() => setRailOpen(!isRailOpen())} isRailOpen={isRailOpen()} />
      <Notices />
      <Show when={switcher.opened()} keyed>
        {(open) => <Switcher begin={open.begin} close={() => switcher.close(open)} />}
      </Show>
      <Show when={choice()} keyed>
        {(choose) => (
          <Switcher choose={choose} close={() => setChoice((current) => (current === choose ? undefined : current))} />
        )}
      </Show>
      <Show when={status() === 'loggedOut'}>
        <LoginSheet />
      </Show>
    </div>
  )
}

/** The title, the look of the settings, and the focus follow the user. */
function showWhereUserIs(client: Client) {
  const { environment, route, store, unread } = client
  createEffect(() => {
    const total = titleCount(unread(), ownSettings(client).desktop_icon_count_display)
    environment.showTitle(`${total > 0 ? `(${total}) ` : ''}${labelOf(client, route())} – ${store.state.realm_name}`)
  })
  createEffect(() => {
    client.watch('realm')
    const look = ownLook(client)
    showAppearance(environment.look, ownSettings(client), { pictures: store.state.realm_media_preview_size, look })
  })
  createEffect(
    on(
      () => keyOfRoute(route()),
      () => keepFocus(environment.root),
      { defer: true },
    ),
  )
}

/** What is open above the view. The browser tells late that it closed, when the next one may be open already. */
function createOpened<T extends object>() {
  const [opened, setOpened] = createSignal<T>()
  return {
    opened,
    open: (next: T) => void setOpened(() => next),
    close: (closed: T) => void setOpened((current) => (current === closed ? undefined : current)),
  }
}
