import { applyEvent } from '../../client-state/apply-event'
import { stateOf } from '../../client-state/model'
import type { Event } from '../../client-state/wire'
import type { Registration } from '../../client-state/reducer'
import type { Part } from '../../client-state/touched-parts'
import { keyOfRoute, type Route } from '../routes/route'
import { applyToMessages, type Message } from './messages'
import type { OwnParts, OwnState, Registered } from '../wire/own-state'
import { changesUsers } from './users'
import type { MessageWindow } from './window'
import { createWindows, type SavedView } from './windows'

/** What a view can watch: a part of the state, a message, or the window of a view. */
export type Key = Part | `message:${number}` | `window:${string}`

export type Store = ReturnType<typeof createStore>

const EVERY_PART: Part[] = [
  ...(['channels', 'topics', 'unread', 'starred', 'direct'] as const),
  ...(['people', 'presence', 'groups', 'settings', 'realm', 'views', 'steps', 'calls', 'snippets'] as const),
  ...(['drafts', 'scheduled', 'reminders'] as const),
]

/**
 * The state of the client: the state of `POST /register` with the events applied, and the messages that views have fetched.
 * `touch` receives the keys that changed, once for each batch of events.
 */
export function createStore(registration: Registration, touch: (keys: Iterable<Key>) => void) {
  let own: OwnState | undefined
  /** Views read the state only while the store is ready. */
  const state = (): OwnState => own!
  const messages = new Map<number, Message>()
  const windows = createWindows(messages, state)

  function apply(events: readonly Event[]) {
    const touched = new Set<Key>()
    for (const event of events) {
      for (const part of applyEvent(state(), event, registration)) touched.add(part)
      if (changesUsers(event)) delete state().parley_users_digest
      const changed = applyToMessages(messages, event)
      for (const id of changed) touched.add(`message:${id}`)
      if (changed.length > 0) for (const key of windows.place(changed)) touched.add(`window:${key}`)
    }
    touch(touched)
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
      // A realm that runs an older version lacks the newest parts.
      registered.parley_ringing_calls ??= []
      registered.parley_answer_codes ??= {}
      own = stateOf<OwnParts>(registered)
      touch(EVERY_PART)
    },

    viewsToKeep: (first: Route) => windows.toKeep(first),
    restore: (views: readonly SavedView[]) => windows.restore(views),
    hasWindow: windows.has,
    windowOf: windows.of,
    openWindows: windows.routes,

    /** Adds the presence of users that the client polled. */
    addPresences(presences: OwnState['presences'], presence_last_update_id: number) {
      Object.assign(state().presences, presences)
      state().presence_last_update_id = presence_last_update_id
      touch(['presence'])
    },

    /** Adds messages that the client fetched. */
    add(fetched: Message[]) {
      for (const message of fetched) messages.set(message.id, message)
      touch(fetched.map(({ id }): Key => `message:${id}`))
    },

    setWindow(route: Route, fetched: MessageWindow) {
      windows.set(route, fetched)
      touch([`window:${keyOfRoute(route)}`])
    },

    /** A list of the document shows the window of a view. */
    show: (route: Route) => windows.show(route, 1),

    /** Forgets the window of a view that is no longer in the document, and the messages that no window has. */
    close(route: Route) {
      windows.show(route, -1)
      const used = windows.ids()
      for (const id of messages.keys()) if (!used.has(id)) messages.delete(id)
    },

    clear() {
      own = undefined
      messages.clear()
      windows.clear()
    },
  }
}
