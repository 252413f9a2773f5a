import { applyEvent } from '../../client-state/apply-event'
import { stateOf } from '../../client-state/model'
import type { Event } from '../../client-state/wire'
import type { Registration } from '../../client-state/reducer'
import type { Part } from '../../client-state/touched-parts'
import { keyOfRoute, type Route } from '../routes/route'
import { belongsTo } from './belongs'
import { applyToMessages, type Message } from './messages'
import type { OwnParts, OwnState, Registered } from '../wire/own-state'
import { changesUsers } from './users'
import { EMPTY_WINDOW, insert, remove, type MessageWindow } from './window'

/** What a view can watch: a part of the state, a message, or the window of a view. */
export type Key = Part | `message:${number}` | `window:${string}`

export type Store = ReturnType<typeof createStore>

/** A view and its newest messages, as a snapshot keeps them. */
export type SavedView = { route: Route; window: MessageWindow; messages: Message[] }

const MAX_VIEWS = 6
const MAX_SAVED_MESSAGES = 100

function savedView({ route, window }: { route: Route; window: MessageWindow }, messages: Map<number, Message>) {
  const ids = window.ids.slice(-MAX_SAVED_MESSAGES)
  const foundOldest = window.foundOldest && ids.length === window.ids.length
  return { route, window: { ...window, ids, foundOldest }, messages: ids.flatMap((id) => messages.get(id) ?? []) }
}

const EVERY_PART: Part[] = [
  ...(['channels', 'topics', 'unread', 'starred', 'direct'] as const),
  ...(['people', 'presence', 'groups', 'settings', 'realm', 'views', 'steps', 'calls', 'snippets'] as const),
  ...(['drafts', 'scheduled', 'reminders'] as const),
]

/**
 * The state of the client: the state of `POST /register` with the events applied, and the messages that views have fetched.
 * `touch` receives the keys that changed, once for each batch of events.
 */
export function createStore(registration: Registration, touch: (keys: Set<Key>) => void) {
  let own: OwnState | undefined
  /** Views read the state only while the store is ready. */
  const state = (): OwnState => own!
  const messages = new Map<number, Message>()
  const windows = new Map<string, { route: Route; window: MessageWindow }>()

  function apply(events: readonly Event[]) {
    const touched = new Set<Key>()
    for (const event of events) {
      for (const part of applyEvent(state(), event, registration)) touched.add(part)
      if (changesUsers(event)) delete state().parley_users_digest
      const changed = applyToMessages(messages, event)
      for (const id of changed) touched.add(`message:${id}`)
      if (changed.length > 0) place(changed, touched)
    }
    touch(touched)
  }

  /** Adds messages to the windows that they belong to, and removes them from the others. */
  function place(ids: readonly number[], touched: Set<Key>) {
    for (const [key, entry] of windows) {
      const stays = (id: number) => {
        const message = messages.get(id)
        if (message === undefined) return false
        // The server decides what a search finds. What it found stays.
        if (entry.route.view === 'search') return entry.window.ids.includes(id)
        return belongsTo(entry.route, message, state())
      }
      let next = remove(entry.window, new Set(ids.filter((id) => !stays(id))))
      for (const id of ids) if (stays(id)) next = insert(next, id)
      if (next === entry.window) continue
      entry.window = next
      touched.add(`window:${key}`)
    }
  }

  /** Adds the messages that arrived as events while a request for the newest messages was on its way. */
  function withArrivals(route: Route, fetched: MessageWindow): MessageWindow {
    if (!fetched.foundNewest) return fetched
    const newest = fetched.ids.at(-1) ?? 0
    const arrived = [...messages.values()].filter(
      (message) => message.id > newest && belongsTo(route, message, state()),
    )
    return arrived.reduce((window, { id }) => insert(window, id), fetched)
  }

  return {
    get state() {
      return state()
    },
    isReady: () => own !== undefined,
    messages,
    apply,

    /** Replaces the state after a registration. The windows stay until their messages are fetched again. */
    replace(registered: Registered) {
      own = stateOf<OwnParts>(registered)
      touch(new Set(EVERY_PART))
    },

    /** The views that a snapshot keeps: the newest messages of each, the given view first. */
    viewsToKeep(first: Route): SavedView[] {
      const key = keyOfRoute(first)
      const recent = [...windows.keys()].filter((other) => other !== key).toReversed()
      return [key, ...recent].slice(0, MAX_VIEWS).flatMap((name) => {
        const entry = windows.get(name)
        return entry === undefined || entry.window.ids.length === 0 ? [] : [savedView(entry, messages)]
      })
    },

    /** Restores the views of a snapshot. They have the messages of the state that the snapshot has. */
    restore(views: readonly SavedView[]) {
      for (const { route, window, messages: saved } of views.toReversed()) {
        for (const message of saved) messages.set(message.id, message)
        windows.set(keyOfRoute(route), { route, window })
      }
    },

    hasWindow: (route: Route) => windows.has(keyOfRoute(route)),

    /** Adds the presence of users that the client polled. */
    addPresences(presences: OwnState['presences'], presence_last_update_id: number) {
      Object.assign(state().presences, presences)
      state().presence_last_update_id = presence_last_update_id
      touch(new Set<Key>(['presence']))
    },

    /** Adds messages that the client fetched. */
    add(fetched: Message[]) {
      for (const message of fetched) messages.set(message.id, message)
      touch(new Set(fetched.map(({ id }): Key => `message:${id}`)))
    },

    windowOf: (route: Route): MessageWindow => windows.get(keyOfRoute(route))?.window ?? EMPTY_WINDOW,
    openWindows: (): Route[] => [...windows.values()].map(({ route }) => route),

    setWindow(route: Route, fetched: MessageWindow) {
      const key = keyOfRoute(route)
      windows.set(key, { route, window: withArrivals(route, fetched) })
      touch(new Set<Key>([`window:${key}`]))
    },

    /** Forgets the window of a view that is no longer in the document, and the messages that no window has. */
    close(route: Route) {
      windows.delete(keyOfRoute(route))
      const used = new Set([...windows.values()].flatMap(({ window }) => window.ids))
      for (const id of messages.keys()) if (!used.has(id)) messages.delete(id)
    },

    clear() {
      own = undefined
      messages.clear()
      windows.clear()
    },
  }
}
