import { createEffect, createMemo, createSignal, For, Match, on, onCleanup, Show, Switch } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { keyOfRoute, type Route } from '../routes/route'
import { titleCount } from '../store/conversations'
import { words } from '../words/en'
import { ConversationView } from './conversation'
import { PictureViewer } from '../html/media'
import { InboxView } from './inbox'
import { keepFocus, watchFocus } from '../base/keep-focus'
import { labelOf } from '../base/labels'
import { Notices } from './notices'
import { overlay } from '../base/overlay'
import { lazyView } from '../parts/lazy'
import { showAppearance } from './appearance'
import { ownSettings } from '../base/own-settings'
import { handleChatKeys } from './chat-keys'
import { Rail } from './rail'
import { Tabs } from './tabs'
import { troubleOf } from './trouble'
import './shell.css'

const loadLogin = async () => (await import('./login')).LoginView
const MILLISECONDS_BEFORE_PROPOSAL = 3000

const DraftsView = lazyView(async () => (await import('./planned')).DraftsView)
const ScheduledView = lazyView(async () => (await import('./planned')).ScheduledView)

const MAX_PARKED = 8

const LoginView = lazyView(loadLogin)
const RecentView = lazyView(async () => (await import('./recent')).RecentView)
const SettingsView = lazyView(async () => (await import('../settings/settings-view')).SettingsView)
const SearchView = lazyView(async () => (await import('./search')).SearchView)
const Switcher = lazyView(async () => (await import('./switcher')).Switcher)
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
  const { choice, route, setChoice, status } = client

  const switcher = createOpened<{ begin: string }>()
  const openSwitcher = (begin: string) => switcher.open({ begin })
  const parked = createParked(client)
  const [isRailOpen, setRailOpen] = createSignal(false)
  createEffect(on(route, () => setRailOpen(false)))
  showWhereUserIs(client)
  proposeTimezone(client)
  handleChatKeys(client, { openSwitcher, isRailOpen, closeRail: () => void setRailOpen(false) })

  return (
    <div class="app">
      <Rail goAnywhere={() => openSwitcher('')} isOpen={isRailOpen()} />
      <main class="main">
        <For each={parked()}>{(view) => <View route={view} isActive={keyOfRoute(view) === keyOfRoute(route())} />}</For>
        <Show when={overlay(client)} keyed>
          {(open) => <Overlays overlay={open} />}
        </Show>
      </main>
      <Tabs openRail={() => setRailOpen(!isRailOpen())} isRailOpen={isRailOpen()} />
      <Notices />
      <PictureViewer />
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

/** The views that stay in the document, so that the user finds them as they were. */
function createParked({ route }: Client) {
  /** The views in the document, the one that was used last at the end. */
  let used: string[] = []
  return createMemo<Route[]>((before) => {
    const key = keyOfRoute(route())
    used = [...used.filter((other) => other !== key), key].slice(-MAX_PARKED)
    const kept = before.filter((other) => used.includes(keyOfRoute(other)))
    // The order of the document does not change, so that the views keep their place.
    return kept.some((other) => keyOfRoute(other) === key) ? before : [...kept, route()]
  }, [])
}

/** The title, the look of the settings, and the focus follow the user. */
function showWhereUserIs(client: Client) {
  const { environment, route, store, unread } = client
  createEffect(() => {
    const total = titleCount(unread(), ownSettings(client).desktop_icon_count_display)
    environment.showTitle(`${total > 0 ? `(${total}) ` : ''}${labelOf(client, route())} – ${store.state.realm_name}`)
  })
  createEffect(() => {
    showAppearance(environment.look, ownSettings(client))
  })
  createEffect(
    on(
      () => keyOfRoute(route()),
      () => keepFocus(environment.root),
      { defer: true },
    ),
  )
}

function proposeTimezone(client: Client) {
  const { isCaughtUp, report } = client
  createEffect(() => {
    if (!isCaughtUp()) return
    // The first view comes first.
    const timer = setTimeout(() => {
      void import('./suggest-timezone').then(({ suggestTimezone }) => suggestTimezone(client), report)
    }, MILLISECONDS_BEFORE_PROPOSAL)
    onCleanup(() => clearTimeout(timer))
  })
}

function View(props: { route: Route; isActive: boolean }) {
  const { route } = props
  if (route.view === 'inbox') return <InboxView isActive={props.isActive} />
  if (route.view === 'recent' || route.view === 'direct-messages')
    return <RecentView isActive={props.isActive} onlyDirect={route.view === 'direct-messages'} />
  if (route.view === 'search') return <SearchView route={route} isActive={props.isActive} />
  if (route.view === 'drafts') return <DraftsView isActive={props.isActive} />
  if (route.view === 'settings') return <SettingsView isActive={props.isActive} />
  if (route.view === 'scheduled') return <ScheduledView isActive={props.isActive} />
  return <ConversationView route={route} isActive={props.isActive} />
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

/** Asks for the password above the open view. The view and all written text stay. */
function LoginSheet() {
  const before = document.activeElement
  onCleanup(() => queueMicrotask(() => before instanceof HTMLElement && before.focus({ preventScroll: true })))
  return (
    <dialog
      class="login-sheet"
      ref={(dialog) => queueMicrotask(() => dialog.isConnected && dialog.showModal())}
      aria-label={words.login.title}
      onCancel={(event) => event.preventDefault()}
    >
      <LoginView />
    </dialog>
  )
}
