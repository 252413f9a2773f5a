import type { Event } from '../../client-state/wire'
import type { Snapshot } from '../cache/snapshot'
import type { SavedView } from '../store/windows'
import type { Registered } from '../wire/own-state'
import type { Session } from '../wire/session'
import type { Queue } from '../wire/socket'
import type { ConnectionHandlers } from './connection-handlers'
import type { Status } from './queue-state'

export type Position = ReturnType<typeof createPosition>

/** Where the state of this tab is: in which queue, after which event, and what the user sees of the connection. */
export function createPosition(handlers: ConnectionHandlers, { own, number }: Pick<Session, 'own' | 'number'>) {
  let queue: Queue | undefined
  let status: Status = 'starting'

  return {
    queue: () => queue,
    status: () => status,

    change(next: Status) {
      status = next
      handlers.changed(next)
    },

    /** Begins with the state of an earlier page. */
    restore(snapshot: Snapshot<SavedView>, session: string | undefined) {
      queue = snapshot.queue
      handlers.restored(snapshot, session)
    },

    /** Returns false if the state is that of another user. */
    replace(next: Queue, state: Registered, session: string | undefined): boolean {
      const isOwn = handlers.registered(state, session)
      // The page reloads for another user, and keeps nothing of the first one.
      queue = isOwn ? { ...next } : undefined
      if (isOwn) handlers.caughtUp()
      return isOwn
    },

    /** Returns whether the state has the events now. A state that cannot take one is of no use any more. */
    apply(events: Event[]): boolean {
      if (queue === undefined) return true
      queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id
      try {
        handlers.received(events)
        return true
      } catch (error) {
        reportError(error)
        return false
      }
    },

    /** Whether a user has logged in with another tab, and this tab has the state of an earlier session. */
    hasOtherSession(): boolean {
      const session = number()
      const isStarting = own() === undefined && status !== 'loggedOut'
      return session !== undefined && session !== own() && !isStarting
    },
  }
}
