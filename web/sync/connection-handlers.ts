import type { Event } from '../../client-state/wire'
import type { Database } from '../cache/database'
import type { Snapshot } from '../cache/snapshot'
import type { SavedView } from '../store/windows'
import type { Registered } from '../wire/own-state'
import type { Environment } from '../wire/environment'
import type { Ask } from '../wire/requests'
import type { Session } from '../wire/session'
import type { Status } from './queue-state'

/** What a connection needs from its client. */
export type ConnectionParts = {
  environment: Environment
  ask: Ask
  session: Session
  /** Of the snapshot. */
  database: Database
  signal: AbortSignal
}

/** What a connection tells its client. */
export type ConnectionHandlers = {
  /** The state of an earlier page of this session. The events since then follow. */
  restored: (snapshot: Snapshot<SavedView>, session: string | undefined) => void
  /** The whole state, at the start and after the queue was lost. Returns false if it is that of another user. */
  registered: (state: Registered, session: string | undefined) => boolean
  received: (events: Event[]) => void
  /** The state has no earlier events to expect. */
  caughtUp: () => void
  changed: (status: Status) => void
  /** The server accepted a connection, perhaps after it was deployed again. */
  connected: () => void
  /** The user logged out with another tab. */
  loggedOut: () => void
  /** The state as `POST /register` answers it, and the views to keep. */
  collect: () => Omit<Snapshot<SavedView>, 'queue'> | undefined
}
