import { createSnapshots } from '../cache/snapshot'
import type { SavedView } from '../store/windows'
import type { ConnectionHandlers, ConnectionParts } from './connection-handlers'
import { createFollowing } from './following'
import { createLeading } from './leading'
import { hasLocks } from './locks'
import { createPosition } from './position'
import { createSaving } from './saving'
import { createTabs } from './tabs'

/**
 * One connection for all tabs of this browser. The leading tab registers a queue, or resumes that of an earlier page, and tells
 * the other tabs each event. A tab that takes over resumes the same queue. The tab that the user used last saves the snapshot,
 * and tells the leading tab, which acknowledges the events.
 */
export function createConnection(parts: ConnectionParts, handlers: ConnectionHandlers) {
  const connected = createTabParts(parts, handlers)
  const { position, saving, tabs, leading, end } = connected
  let isBegun = false

  /** The user has logged in, so the leading tab registers. */
  function start() {
    if (tabs.isLeader()) leading.registerAgain()
    else tabs.post({ kind: 'start' })
  }

  /** The user has turned to this tab, perhaps after a login with another tab. */
  function use() {
    if (position.status() === 'loggedOut' && position.hasOtherSession()) start()
    if (document.hidden || !hasLocks() || saving.isUsed()) return
    tabs.post({ kind: 'used' })
    saving.use()
    saving.later([])
  }

  async function begin() {
    isBegun = true
    const { signal } = parts
    const session = parts.session.number()
    const snapshot = hasLocks() ? await connected.snapshots.read(session) : undefined
    if (snapshot !== undefined) position.restore(snapshot, session)
    if (signal.aborted) return
    tabs.join()
    use()
    for (const event of ['focus', 'visibilitychange', 'hashchange']) globalThis.addEventListener(event, use, { signal })
    if (!tabs.isLeader()) tabs.ask(position.queue())
  }

  return {
    /** Starts, or starts again after a login. */
    async start() {
      if (isBegun) start()
      else await begin()
    },
    /** The user logs out. Nothing stays in this browser. */
    forget() {
      leading.stop()
      saving.forget()
    },
    /** The session has ended, so all tabs end. */
    loggedOut() {
      tabs.post({ kind: 'loggedOut' })
      end()
    },
    /** The views changed. */
    changed: () => saving.later([]),
    /** Writes the snapshot of this browser, or deletes it: what may be kept has changed. */
    save: saving.save,
    queueId: () => position.queue()?.queue_id,
    queue: position.queue,
    eventsAfter: leading.eventsAfter,
    isLeader: tabs.isLeader,
  }
}

/** The parts call each other: what a tab does with a message depends on whether it leads. */
function createTabParts(parts: ConnectionParts, handlers: ConnectionHandlers) {
  const { environment, session, database, signal } = parts
  const snapshots = createSnapshots<SavedView>(database, session)
  const position = createPosition(handlers, session)

  const saving = createSaving({
    snapshots,
    isPageLeft: database.isPageLeft,
    signal,
    collect() {
      const collected = handlers.collect()
      const queue = position.queue()
      return queue && collected && { ...collected, queue }
    },
    saved(last_event_id) {
      const queue = position.queue()
      if (tabs.isLeader()) leading.acknowledge(last_event_id)
      else if (queue) tabs.post({ kind: 'saved', queue_id: queue.queue_id, last_event_id })
    },
    isLeader: () => tabs.isLeader(),
  })

  const tabs = createTabs({
    name: `${environment.name}-queue`,
    signal,
    leads: () => leading.begin(),
    follows: () => leading.stop(),
    session: () => (position.status() === 'loggedOut' ? session.number() : (session.own() ?? session.number())),
    received(message) {
      if (message.session !== session.number() && message.session !== session.own()) return
      if (message.kind === 'used') saving.rest()
      else if (message.kind === 'loggedOut') end()
      else if (tabs.isLeader()) leading.answer(message)
      else follow(message)
    },
  })

  const own = { position, handlers, saving, tabs }
  const leading = createLeading(parts, own)
  const follow = createFollowing(own, session.own)

  function end() {
    leading.stop()
    saving.disable()
    handlers.loggedOut()
  }

  return { snapshots, position, saving, tabs, leading, end }
}
