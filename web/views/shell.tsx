import { createEffect, createMemo, createSignal, For, Match, on, onCleanup, Show, Switch } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { LATER_KEYS, type LaterCommand } from '../keys/keymap'
import { keyOfRoute, type Route } from '../routes/route'
import { inReadingOrder, titleCount } from '../store/conversations'
import { words } from '../words/en'
import { ConversationView } from './conversation'
import { PictureViewer } from '../html/media'
import { Count, InboxView } from './inbox'
import { keepFocus, watchFocus } from '../base/keep-focus'
import { labelOf } from '../base/labels'
import { Notices } from './notices'
import { openOverlay, overlay } from '../base/overlay'
import { lazyView } from '../parts/lazy'
import { showAppearance } from './appearance'
import { ownSettings } from '../base/own-settings'
import { Rail } from './rail'
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

const runLater = (client: Client, command: LaterCommand): void =>
  void import('./later-commands').then(({ laterCommands }) => laterCommands(client)[command](), client.report)

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
  const {
    choice,
    environment,
    go,
    homeRoute,
    isAt,
    isCaughtUp,
    keys,
    report,
    route,
    setChoice,
    setNotice,
    status,
    store,
    unread,
  } = client

  const switcher = createOpened<{ begin: string }>()
  const openSwitcher = (begin: string) => switcher.open({ begin })
  const [isRailOpen, setRailOpen] = createSignal(false)
  /** The views in the document, the one that was used last at the end. */
  let used: string[] = []
  const parked = createMemo<Route[]>((before) => {
    const key = keyOfRoute(route())
    used = [...used.filter((other) => other !== key), key].slice(-MAX_PARKED)
    const kept = before.filter((other) => used.includes(keyOfRoute(other)))
    // The order of the document does not change, so that the views keep their place.
    return kept.some((other) => keyOfRoute(other) === key) ? before : [...kept, route()]
  }, [])

  createEffect(() => {
    const total = titleCount(unread(), ownSettings(client).desktop_icon_count_display)
    environment.showTitle(`${total > 0 ? `(${total}) ` : ''}${labelOf(client, route())} – ${store.state.realm_name}`)
  })
  createEffect(() => {
    showAppearance(environment.look, ownSettings(client))
  })
  createEffect(on(route, () => setRailOpen(false)))
  createEffect(
    on(
      () => keyOfRoute(route()),
      () => keepFocus(environment.root),
      { defer: true },
    ),
  )
  createEffect(() => {
    if (!isCaughtUp()) return
    // The first view comes first.
    const timer = setTimeout(() => {
      void import('./suggest-timezone').then(({ suggestTimezone }) => suggestTimezone(client), report)
    }, MILLISECONDS_BEFORE_PROPOSAL)
    onCleanup(() => clearTimeout(timer))
  })

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
      help: () => openOverlay(client, { kind: 'card', card: { card: 'keys' } }),
      inbox: () => go({ view: 'inbox' }),
      recent: () => go({ view: 'recent' }),
      search: () => go({ view: 'search', terms: [] }),
      feed: () => go({ view: 'feed' }),
      drafts: () => go({ view: 'drafts' }),
      starred: () => go({ view: 'starred' }),
      nextUnread: () => next(() => true),
      nextDirect: () => next((view) => view === 'direct'),
      write: () => environment.root.querySelector<HTMLElement>('.layer:not([inert]) .write textarea')?.focus(),
      channelOrTopic() {
        const at = route()
        if (at.view !== 'topic') return false
        go({ view: 'channel', stream_id: at.stream_id })
        return true
      },
      leave() {
        if (environment.root.querySelector('dialog[open], .menu')) return false
        if (isRailOpen()) return void setRailOpen(false)
        if (!store.state.user_settings.web_escape_navigates_to_home_view || isAt(homeRoute())) return false
        go(homeRoute())
        return true
      },
    }),
  )

  return (
    <div class="app">
      <Rail goAnywhere={() => openSwitcher('')} isOpen={isRailOpen()} />
      <main class="main">
        <For each={parked()}>
          {(view) => {
            const isActive = () => keyOfRoute(view) === keyOfRoute(route())
            if (view.view === 'inbox') return <InboxView isActive={isActive()} />
            if (view.view === 'recent' || view.view === 'direct-messages')
              return <RecentView isActive={isActive()} onlyDirect={view.view === 'direct-messages'} />
            if (view.view === 'search') return <SearchView route={view} isActive={isActive()} />
            if (view.view === 'drafts') return <DraftsView isActive={isActive()} />
            if (view.view === 'settings') return <SettingsView isActive={isActive()} />
            if (view.view === 'scheduled') return <ScheduledView isActive={isActive()} />
            return <ConversationView route={view} isActive={isActive()} />
          }}
        </For>
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

/** On phones, the tabs replace the rail. The last one opens it. */
function Tabs(props: { openRail: () => void; isRailOpen: boolean }) {
  const { hrefOf, isAt, unread } = useClient()
  const current = (to: Route) => (isAt(to) && !props.isRailOpen ? 'page' : undefined)
  return (
    <nav class="tabs" aria-label={words.tabs}>
      <a href={hrefOf({ view: 'inbox' })} aria-current={current({ view: 'inbox' })}>
        {words.inbox}
        <Count count={unread().total} />
      </a>
      <a href={hrefOf({ view: 'recent' })} aria-current={current({ view: 'recent' })}>
        {words.tab.recent}
      </a>
      <a href={hrefOf({ view: 'direct-messages' })} aria-current={current({ view: 'direct-messages' })}>
        {words.tab.direct}
        <Count count={unread().direct} />
      </a>
      <a href={hrefOf({ view: 'search', terms: [] })} aria-current={current({ view: 'search', terms: [] })}>
        {words.search}
      </a>
      <button aria-expanded={props.isRailOpen} onClick={() => props.openRail()}>
        {words.channels}
      </button>
    </nav>
  )
}
