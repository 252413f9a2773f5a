import type { OwnState } from '../wire/own-state'
import { keyOfRoute, type Route } from '../routes/route'
import { belongsTo } from './belongs'
import type { Message } from './messages'
import { EMPTY_WINDOW, insert, remove, type MessageWindow } from './window'

/** A view and its newest messages, as a snapshot keeps them. */
export type SavedView = { route: Route; window: MessageWindow; messages: Message[] }

const MAX_VIEWS = 6
const MAX_SAVED_MESSAGES = 100

function savedView({ route, window }: { route: Route; window: MessageWindow }, messages: Map<number, Message>) {
  const ids = window.ids.slice(-MAX_SAVED_MESSAGES)
  const foundOldest = window.foundOldest && ids.length === window.ids.length
  return { route, window: { ...window, ids, foundOldest }, messages: ids.flatMap((id) => messages.get(id) ?? []) }
}

/** The windows of the views in the document, which show some of `messages`. */
export function createWindows(messages: Map<number, Message>, state: () => OwnState) {
  const windows = new Map<string, { route: Route; window: MessageWindow }>()
  /** How many lists show a window: one in each pane. */
  const lists = new Map<string, number>()

  /** Returns whether a message is in a window after it arrived or changed. */
  function belongs(id: number, { route, window }: { route: Route; window: MessageWindow }): boolean {
    const message = messages.get(id)
    if (message === undefined) return false
    // The server decides what a search finds. What it found stays.
    if (route.view === 'search') return window.ids.includes(id)
    return belongsTo(route, message, state())
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
    /** Adds each message to the windows of its views, and removes it from all other windows. Returns the keys of the windows that changed. */
    place(ids: readonly number[]): string[] {
      return [...windows].flatMap(([key, entry]) => {
        let next = remove(entry.window, new Set(ids.filter((id) => !belongs(id, entry))))
        for (const id of ids) if (belongs(id, entry)) next = insert(next, id)
        if (next === entry.window) return []
        entry.window = next
        return [key]
      })
    },

    /** The views that a snapshot keeps: the newest messages of each, the given view first. */
    toKeep(first: Route): SavedView[] {
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

    has: (route: Route) => windows.has(keyOfRoute(route)),
    of: (route: Route): MessageWindow => windows.get(keyOfRoute(route))?.window ?? EMPTY_WINDOW,
    routes: (): Route[] => [...windows.values()].map(({ route }) => route),

    set(route: Route, fetched: MessageWindow) {
      windows.set(keyOfRoute(route), { route, window: withArrivals(route, fetched) })
    },

    /** A list shows the window, or one shows it no more. The last one takes it away. */
    show: (route: Route, by: 1 | -1): void => {
      const key = keyOfRoute(route)
      const left = (lists.get(key) ?? 0) + by
      if (left > 0) return void lists.set(key, left)
      lists.delete(key)
      windows.delete(key)
    },

    /** Returns the ids of all messages that a window has. */
    ids: (): Set<number> => new Set([...windows.values()].flatMap(({ window }) => window.ids)),

    clear: () => windows.clear(),
  }
}
