import { createRoot, type JSX } from 'solid-js'
import type { Event } from '../../client-state/wire'
import { createDatabase } from '../cache/database'
import { snapshotPlace } from '../cache/places'
import { createKeys } from '../keys/keymap'
import { createStore } from '../store/store'
import { createConnection } from '../sync/connection'
import { createHistory } from '../sync/history'
import { createReading } from '../sync/reading'
import { REGISTRATION } from '../sync/registration'
import type { Environment } from '../wire/environment'
import { createAsk } from '../wire/requests'
import { createSession } from '../wire/session'
import { follow } from './follow'
import { createDirectory } from './directory'
import { createNotices } from './notices'
import { createOwnWriting } from './own-writing'
import { createPlace } from './place'
import { createPresences } from './presences'
import { createProgress } from './progress'
import { createWatched } from './watched'

/** `headActs`: what the second pane adds to the head of its view. */
export type Client = ReturnType<typeof createClient> & { headActs?: () => JSX.Element }

/**
 * Makes a client: its state, its connection, and what all its views share. It connects with `connection.start()`. After `stop()`
 * it has no listener, timer, socket or lock any more. A page can have several clients, each with its environment.
 */
export function createClient(environment: Environment) {
  const ending = new AbortController()
  const parts = createRoot((dispose) => {
    ending.signal.addEventListener('abort', dispose)
    return createParts(environment, ending.signal)
  })
  return { ...parts, environment, signal: ending.signal, stop: () => ending.abort() }
}

function createParts(environment: Environment, signal: AbortSignal) {
  const { root, name, address } = environment
  const session = createSession(environment)
  const ask = createAsk(environment, session, signal)
  const database = createDatabase(snapshotPlace(name), 'snapshot', signal)
  const base = { environment, session, ask, database, signal }
  const progress = createProgress()
  const { watch, touch } = createWatched()
  const store = createStore(REGISTRATION, (keys) => {
    touch(keys)
    if ([...keys].some((key) => key.startsWith('window:'))) connection.changed()
  })
  const directory = createDirectory(store, watch)
  const place = createPlace({ address, store, ...directory, signal })
  const history = createHistory(store, ask)
  const writing = createOwnWriting({ ...base, store, progress, touch, connection: () => connection })
  const presences = createPresences({ ask, store, watch, signal })
  const notices = createNotices()
  /** Parts that load after the first view, and receive the events from then on. The state has them already. */
  const onEvents = new Set<(events: readonly Event[]) => void>()
  const followed = { environment, session, store, progress, place, history, ...writing, presences, onEvents }
  const connection = createConnection(base, follow({ ...followed, report: notices.report }))

  return {
    ask,
    session,
    store,
    watch,
    touch,
    ...progress,
    ...directory,
    ...place,
    history,
    ...writing,
    ...presences,
    reading: createReading(ask, signal),
    keys: createKeys(root, signal),
    ...notices,
    onEvents,
    connection,
  }
}
