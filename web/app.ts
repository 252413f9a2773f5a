import { createMemo, createRoot, createSignal } from 'solid-js'
import type { Json } from '../client-state/reducer'
import { findNewerBuild } from './keep-shell'
import { createKeys } from './keys/keymap'
import { keyOfRoute, parseRoute, printRoute, type Names, type Route } from './routes/route'
import { directConversation, unreadCounts, type UnreadCounts } from './store/conversations'
import { createStore } from './store/store'
import { answerOf } from '../client-state/model'
import { createConnection } from './sync/connection'
import { createDrafts } from './sync/drafts'
import { createHistory } from './sync/history'
import { createOutbox } from './sync/outbox'
import { presenceStatus, type PresenceStatus } from './store/presence'
import { createPresence } from './sync/presence'
import type { Status } from './sync/queue'
import { REGISTRATION } from './sync/registration'
import { createReading } from './sync/reading'
import { createTyping } from './sync/typing'
import { touch, watch } from './watched'
import { Refusal } from './wire/requests'
import { adoptSession } from './wire/session'
import { words } from './words/en'
import { isOtherLanguage } from './words/language'

// The parts of the client, and the few values that all views share.

export const store = createStore(REGISTRATION, (keys) => {
  touch(keys)
  if ([...keys].some((key) => key.startsWith('window:'))) connection.changed()
})
export const history = createHistory(store)
export const reading = createReading()
export const keys = createKeys()
export const drafts = createDrafts({
  storage: localStorage,
  changed: (key) => touch([`draft:${key}`, 'drafts']),
  isSynchronised: () =>
    store.isReady() && status() !== 'loggedOut' && store.state.user_settings.enable_drafts_synchronization,
  isLeader: () => connection.isLeader(),
})
export const typing = createTyping({ state: () => store.state, changed: (key) => touch([`typing:${key}`]) })

const [status, setStatus] = createSignal<Status>('starting')
const [isReady, setReady] = createSignal(false)
/** How often the client registered. A view that shows a list of the server fetches it again, because events may be lost. */
const [registrations, setRegistrations] = createSignal(0)
/** Whether the state has all events that the server had at the start. */
const [isCaughtUp, setCaughtUp] = createSignal(false)
const [route, setRoute] = createSignal<Route>(parseRoute(location.hash) ?? { view: 'inbox' })
/** Whether a newer build of the client is there. */
const [isUpdated, setUpdated] = createSignal(false)
/** A sentence at the edge of the window. `undo` takes back what it says, and `action` does what it proposes. */
type Notice = { text: string; undo?: () => void; action?: { label: string; run: () => void } }
const [notice, setNotice] = createSignal<Notice | undefined>()
/** What to do with the place that the user chooses next, if it is not to be opened. */
const [choice, setChoice] = createSignal<((to: Route) => void) | undefined>()

/** Asks for a place in the list of `Ctrl-K`, and calls `choose` with it. */
export const choosePlace = (choose: (to: Route) => void): void => void setChoice(() => choose)

export { choice, setChoice, isUpdated, setUpdated }
export { status, isReady, registrations, isCaughtUp, route, notice, setNotice }

/** Parts that load after the first view, and receive the events from then on. The state has them already. */
export const onEvents = new Set<(events: Json[]) => void>()

export const connection = createConnection({
  restored({ state, views }, session) {
    adoptSession(session)
    store.replace(state)
    store.restore(views)
    belongTo(state.user_id)
    show()
  },
  registered(state, session) {
    const wasReady = store.isReady()
    if (owner !== undefined && state.user_id !== owner) {
      // The address may name a private conversation.
      location.replace('/')
      return false
    }
    adoptSession(session)
    store.replace(state)
    if (followLanguage()) return false
    belongTo(state.user_id)
    show()
    if (wasReady) history.refresh().catch(report)
    setRegistrations(registrations() + 1)
    return true
  },
  caughtUp() {
    drafts.reconcile(store.state.drafts)
    setCaughtUp(true)
    void presence.ping()
  },
  received(events) {
    const changes = events.filter(({ type }: Json) => type !== 'heartbeat')
    if (changes.length === 0) return
    store.apply(changes)
    if (changes.some(({ type }: Json) => type === 'user_settings')) followLanguage()
    outbox.settle(changes)
    drafts.receive(changes, store.state.drafts)
    typing.receive(changes)
    for (const receive of onEvents) receive(changes)
  },
  changed(next) {
    if (next === 'loggedOut' && store.isReady() && !isCaughtUp()) {
      // The state of the snapshot belongs to a session that has ended, perhaps of another person.
      setReady(false)
      store.clear()
    }
    setStatus(next)
  },
  connected: () => void findNewerBuild(),
  loggedOut: () => location.reload(),
  collect: () => (store.isReady() ? { state: answerOf(store.state), views: store.viewsToKeep(route()) } : undefined),
})

/** Shows the chat. An address without a place means the first view, which the user chooses. */
function show() {
  if (!isReady()) setRoute(namesNoPlace() ? homeRoute() : withoutSelf(route()))
  setReady(true)
}

/** Starts the client again if the user chose another language. Drafts survive it. Returns whether it does. */
function followLanguage(): boolean {
  const isOther = isOtherLanguage(store.state.user_settings.default_language)
  if (isOther) location.reload()
  return isOther
}

/** A page shows the state of one user. Another one gets a new page. */
let owner: number | undefined

function belongTo(user_id: number) {
  owner = user_id
  outbox.belongTo(user_id, words.outbox.notConfirmed)
  drafts.belongTo(user_id)
}

export const outbox = createOutbox({
  queueId: () => connection.queueId(),
  changed: () => touch(['outbox']),
})

let serverAheadSeconds = 0
/** The users whose presence the views show. */
const visibleUsers = new Set<number>()
const presence = createPresence({
  isReady: store.isReady,
  lastUpdateId: () => store.state.presence_last_update_id ?? -1,
  visibleUsers: () => visibleUsers,
  received(presences, last_update_id, serverSeconds) {
    // What is drawn again names itself again.
    visibleUsers.clear()
    serverAheadSeconds = serverSeconds - Date.now() / 1000
    store.addPresences(presences, last_update_id)
  },
})

/** Returns whether a user is active. A ping each minute draws it again. */
export function presenceOf(user_id: number): PresenceStatus {
  watch('presence')
  if (!visibleUsers.has(user_id)) {
    visibleUsers.add(user_id)
    presence.showsAnother()
  }
  const { presences, server_presence_offline_threshold_seconds: offlineAfter } = store.state
  return presenceStatus(presences?.[user_id], Date.now() / 1000 + serverAheadSeconds, offlineAfter)
}

const NOTHING_UNREAD: UnreadCounts = {
  conversations: [],
  total: 0,
  mentions: 0,
  direct: 0,
  byKey: new Map(),
  byChannel: new Map(),
}

/** All unread counts: the title, the rail, the inbox and `n` read them here. */
export const unread = createRoot(() =>
  createMemo(() => {
    for (const part of ['unread', 'topics', 'channels'] as const) watch(part)
    return store.isReady() ? unreadCounts(store.state) : NOTHING_UNREAD
  }),
)

export const names: Names = {
  channel: (stream_id) => channelOf(stream_id)?.name ?? words.unknownChannel,
  user: (user_id) => userOf(user_id)?.full_name ?? words.unknownUser,
}

/** Returns the channel, also if the user is not subscribed to it. */
export function channelOf(stream_id: number): Json {
  watch('channels')
  return store.state.subscriptions.get(stream_id) ?? store.state.streams.get(stream_id)
}

export function userOf(user_id: number): Json {
  watch('people')
  const { realm_users, cross_realm_bots, realm_non_active_users } = store.state
  return realm_users.get(user_id) ?? cross_realm_bots.get(user_id) ?? realm_non_active_users.get(user_id)
}

export const hrefOf = (to: Route) => printRoute(to, names)

export function go(to: Route): void {
  location.hash = hrefOf(to)
}

const namesNoPlace = () => location.hash.length < 2

/** Permalinks to direct messages also name the user. The conversation is that with the others. */
const withoutSelf = (to: Route): Route =>
  to.view === 'direct' && store.isReady() ? { ...to, ...directConversation(to.user_ids, store.state.user_id) } : to

/** Returns the view that the user wants to see first. */
export const homeRoute = (): Route =>
  parseRoute(store.state?.user_settings.web_home_view ?? 'inbox') ?? { view: 'inbox' }

globalThis.addEventListener('hashchange', () => {
  const next = namesNoPlace() ? homeRoute() : parseRoute(location.hash)
  if (next !== undefined) setRoute(withoutSelf(next))
})

export const isAt = (other: Route) => keyOfRoute(route()) === keyOfRoute(other)

/** Shows why a request failed. */
export function report(error: unknown): void {
  setNotice({ text: error instanceof Refusal ? error.message : words.unreachable })
}
