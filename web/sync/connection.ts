import type { Event } from '../../client-state/wire'
import type { Registered } from '../wire/own-state'
import { createSnapshots } from '../cache/snapshot'
import type { SavedView } from '../store/store'
import { knownUsers } from '../store/users'
import type { Queue } from '../wire/socket'
import type { ConnectionHandlers, ConnectionParts } from './connection-handlers'
import { createQueue } from './queue'
import type { Status } from './queue-state'
import { createRecentEvents } from './recent-events'
import { createSaving } from './saving'
import { createTabs, type Sent, type TabMessage } from './tabs'

/**
 * One connection for all tabs of this browser. The leading tab registers a queue, or resumes that of an earlier page, and tells
 * the other tabs each event. A tab that takes over resumes the same queue. The tab that the user used last saves the snapshot,
 * and tells the leading tab, which acknowledges the events.
 */
export function createConnection(parts: ConnectionParts, handlers: ConnectionHandlers) {
  const { environment, database, signal } = parts
  const { own: ownSession, number: sessionNumber } = parts.session
  const snapshots = createSnapshots<SavedView>(database, parts.session)
  let position: Queue | undefined
  let status: Status = 'starting'
  let isBegun = false
  const recent = createRecentEvents()
  // Over plain HTTP, browsers have no locks: each tab has its own queue, and nothing is stored.
  const isAlone = navigator.locks === undefined

  const queue = createQueue({
    ...parts,
    users: () => knownUsers(handlers.collect()?.state),
    registered(state, registered, session) {
      recent.clear()
      // The request proved the session.
      if (status === 'loggedOut') change('starting')
      // Before the store changes the state.
      tabs.post({ kind: 'state', queue: registered, state, status }, session)
      if (replace(registered, state, session)) beginSaving()
    },
    received(events, after) {
      if (position !== undefined) tabs.post({ kind: 'events', queue_id: position.queue_id, after, events, status })
      recent.add(events, after)
      if (!apply(events)) return void queue.registerAgain()
      if (isAlone) queue.acknowledge(events.at(-1)?.id ?? after)
      else saving.later(events)
    },
    async resumed() {
      handlers.caughtUp()
      beginSaving([])
      if (saving.isUsed()) await saving.save()
    },
    changed(next) {
      change(next)
      tabs.post({ kind: 'status', status })
      if (next === 'loggedOut') forgetSnapshot()
      if (next === 'live') handlers.connected()
    },
  })

  const saving = createSaving({
    snapshots,
    isPageLeft: database.isPageLeft,
    signal,
    collect() {
      const collected = handlers.collect()
      return position && collected && { ...collected, queue: position }
    },
    saved(last_event_id) {
      if (tabs.isLeader()) queue.acknowledge(last_event_id)
      else if (position) tabs.post({ kind: 'saved', queue_id: position.queue_id, last_event_id })
    },
    isLeader: () => tabs.isLeader(),
  })

  const tabs = createTabs({
    name: `${environment.name}-queue`,
    signal,
    leads() {
      tabs.post({ kind: 'leader' })
      void queue.start(position && { ...position })
    },
    follows: () => queue.stop(),
    session: () => (status === 'loggedOut' ? sessionNumber() : (ownSession() ?? sessionNumber())),
    received(message) {
      if (message.session !== sessionNumber() && message.session !== ownSession()) return
      if (message.kind === 'used') saving.rest()
      else if (tabs.isLeader()) answer(message)
      else follow(message)
    },
  })

  function change(next: Status) {
    status = next
    if (next === 'loggedOut') saving.disable()
    handlers.changed(next)
  }

  /** From now on this tab may save. Without `events`, the people may have changed. */
  function beginSaving(events?: Event[]) {
    if (isAlone) return
    saving.enable()
    saving.later(events)
  }

  /** The user has turned to this tab, perhaps after a login with another tab. */
  function use() {
    if (status === 'loggedOut' && hasOtherSession()) start()
    if (document.hidden || isAlone || saving.isUsed()) return
    tabs.post({ kind: 'used' })
    saving.use()
    saving.later([])
  }

  function forgetSnapshot() {
    saving.disable()
    void saving.forget()
  }

  /** Returns false if the state is that of another user. */
  function replace(next: Queue, state: Registered, session: string | undefined): boolean {
    const isOwn = handlers.registered(state, session)
    // The page reloads for another user, and keeps nothing of the first one.
    position = isOwn ? { ...next } : undefined
    if (isOwn) handlers.caughtUp()
    return isOwn
  }

  /** Returns whether the state has the events now. A state that cannot take one is of no use any more. */
  function apply(events: Event[]): boolean {
    if (position === undefined) return true
    position.last_event_id = events.at(-1)?.id ?? position.last_event_id
    try {
      handlers.received(events)
      return true
    } catch (error) {
      reportError(error)
      return false
    }
  }

  function end() {
    queue.stop()
    saving.disable()
    handlers.loggedOut()
  }

  /** Answers a tab that has just opened, or has missed something. */
  function answer(message: TabMessage) {
    if (message.kind === 'start') return start()
    if (message.kind === 'loggedOut') return end()
    if (message.kind === 'saved' && message.queue_id === position?.queue_id) {
      saving.isSaved()
      return queue.acknowledge(message.last_event_id)
    }
    if (message.kind !== 'hello') return
    if (hasOtherSession()) return start()
    const state = handlers.collect()?.state
    if (status === 'loggedOut' || position === undefined || state === undefined)
      return tabs.post({ kind: 'status', status })
    const to = message.from
    const isSame = message.queue?.queue_id === position.queue_id
    const events = isSame ? recent.after(message.queue!.last_event_id, position.last_event_id) : undefined
    if (events === undefined) return tabs.post({ kind: 'state', to, queue: position, state, status })
    tabs.post({ kind: 'events', to, queue_id: position.queue_id, after: message.queue!.last_event_id, events, status })
  }

  /** Does what the leader says. */
  function follow(message: Sent) {
    if (message.kind === 'loggedOut') return end()
    if (message.kind === 'leader') return tabs.ask(position)
    if (message.kind === 'status') {
      const isOfOther = message.status !== 'loggedOut' && message.session !== ownSession()
      return isOfOther ? tabs.ask(undefined) : change(message.status)
    }
    if (message.kind === 'state') {
      if (!replace(message.queue, message.state, message.session)) return
      beginSaving()
    } else if (message.kind === 'events') {
      if (message.queue_id !== position?.queue_id || message.after > position.last_event_id) return tabs.ask(position)
      const { last_event_id } = position
      const events = message.events.filter(({ id }) => id > last_event_id)
      if (events.length > 0 && !apply(events)) return tabs.ask(undefined)
      beginSaving(events)
      if (message.to !== undefined) handlers.caughtUp()
    } else return
    change(message.status)
  }

  /** Whether a user has logged in with another tab, and this tab has the state of an earlier session. */
  const hasOtherSession = () => {
    const session = sessionNumber()
    const isStarting = ownSession() === undefined && status !== 'loggedOut'
    return session !== undefined && session !== ownSession() && !isStarting
  }

  /** The user has logged in, so the leading tab registers. */
  function start() {
    if (tabs.isLeader()) void queue.registerAgain()
    else tabs.post({ kind: 'start' })
  }

  async function begin() {
    isBegun = true
    const session = sessionNumber()
    const snapshot = isAlone ? undefined : await snapshots.read(session)
    if (snapshot !== undefined) {
      position = snapshot.queue
      handlers.restored(snapshot, session)
    }
    if (signal.aborted) return
    tabs.join()
    use()
    for (const event of ['focus', 'visibilitychange', 'hashchange']) globalThis.addEventListener(event, use, { signal })
    if (!tabs.isLeader()) tabs.ask(position)
  }

  return {
    /** Starts, or starts again after a login. */
    async start() {
      if (isBegun) start()
      else await begin()
    },
    /** The user logs out. Nothing stays in this browser. */
    forget() {
      queue.stop()
      forgetSnapshot()
    },
    /** The session has ended, so all tabs end. */
    loggedOut() {
      tabs.post({ kind: 'loggedOut' })
      end()
    },
    /** The views changed. */
    changed: () => saving.later([]),
    queueId: () => position?.queue_id,
    isLeader: tabs.isLeader,
  }
}
