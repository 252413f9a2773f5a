import type { Event } from '../../client-state/wire'
import { knownUsers } from '../store/users'
import type { ConnectionHandlers, ConnectionParts } from './connection-handlers'
import { hasLocks } from './locks'
import type { Position } from './position'
import { createQueue } from './queue'
import { createRecentEvents } from './recent-events'
import type { Saving } from './saving'
import type { TabMessage, Tabs } from './tabs'

/** What the leading tab and the others have. */
export type TabParts = { position: Position; handlers: ConnectionHandlers; saving: Saving; tabs: Tabs }

type Recent = ReturnType<typeof createRecentEvents>

/** What the leading tab does: it listens to the queue, tells the other tabs each event, and answers them. */
export function createLeading(parts: ConnectionParts, own: TabParts) {
  const { position, handlers, saving, tabs } = own
  const recent = createRecentEvents()

  const queue = createQueue({
    ...parts,
    users: () => knownUsers(handlers.collect()?.state),
    registered(state, registered, session) {
      recent.clear()
      // The request proved the session.
      if (position.status() === 'loggedOut') position.change('starting')
      // Before the store changes the state.
      tabs.post({ kind: 'state', queue: registered, state, status: position.status() }, session)
      if (position.replace(registered, state, session)) saving.begin()
    },
    received(events, after) {
      publishEvents(own, events, after)
      recent.add(events, after)
      if (!position.apply(events)) return void queue.registerAgain()
      if (hasLocks()) saving.later(events)
      else queue.acknowledge(events.at(-1)?.id ?? after)
    },
    async resumed() {
      handlers.caughtUp()
      saving.begin([])
      if (saving.isUsed()) await saving.save()
    },
    changed(next) {
      position.change(next)
      tabs.post({ kind: 'status', status: next })
      if (next === 'loggedOut') saving.forget()
      if (next === 'live') handlers.connected()
    },
  })

  return {
    begin() {
      const before = position.queue()
      tabs.post({ kind: 'leader' })
      void queue.start(before && { ...before })
    },
    stop: queue.stop,
    /** A user has logged in. */
    registerAgain: () => void queue.registerAgain(),
    acknowledge: queue.acknowledge,
    /** Returns the events of the queue after an id, if this tab still has them. */
    eventsAfter: (id: number) => recent.after(id, position.queue()?.last_event_id ?? id),
    /** Answers a tab that has just opened, or has missed something. */
    answer(message: TabMessage) {
      if (message.kind === 'start') return void queue.registerAgain()
      if (message.kind === 'saved' && message.queue_id === position.queue()?.queue_id) {
        saving.isSaved()
        return queue.acknowledge(message.last_event_id)
      }
      if (message.kind !== 'hello') return
      if (position.hasOtherSession()) void queue.registerAgain()
      else tabs.post(answerTo(message, { ...own, recent }))
    },
  }
}

function publishEvents({ position, tabs }: TabParts, events: Event[], after: number) {
  const queue = position.queue()
  if (queue === undefined) return
  tabs.post({ kind: 'events', queue_id: queue.queue_id, after, events, status: position.status() })
}

/** Returns the events that a tab has missed, or the state if it needs more than the recent events. */
function answerTo(
  { from: to, queue: theirs }: Extract<TabMessage, { kind: 'hello' }>,
  { position, handlers, recent }: TabParts & { recent: Recent },
): TabMessage {
  const status = position.status()
  const queue = position.queue()
  const state = handlers.collect()?.state
  if (status === 'loggedOut' || queue === undefined || state === undefined) return { kind: 'status', status }
  const events =
    theirs?.queue_id === queue.queue_id ? recent.after(theirs.last_event_id, queue.last_event_id) : undefined
  if (theirs === undefined || events === undefined) return { kind: 'state', to, queue, state, status }
  return { kind: 'events', to, queue_id: queue.queue_id, after: theirs.last_event_id, events, status }
}
