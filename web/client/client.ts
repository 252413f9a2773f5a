import { createRoot, createSignal } from 'solid-js'
import type { Event } from '../../client-state/wire'
import { createDatabase } from '../cache/database'
import { createKeys } from '../keys/keymap'
import { createStore } from '../store/store'
import { createConnection } from '../sync/connection'
import { createDrafts } from '../sync/drafts'
import { createHistory } from '../sync/history'
import { createOutbox } from '../sync/outbox'
import { createReading } from '../sync/reading'
import { REGISTRATION } from '../sync/registration'
import { createTyping } from '../sync/typing'
import type { Environment } from '../wire/environment'
import { createAsk, Refusal } from '../wire/requests'
import { createSession } from '../wire/session'
import { words } from '../words/en'
import { follow } from './follow'
import { createDirectory } from './directory'
import { createPlace } from './place'
import { createPresences } from './presences'
import { createProgress } from './progress'
import { createWatched } from './watched'

export type Client = ReturnType<typeof createClient>

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

/** A sentence at the edge of the window. `undo` takes back what it says, and `action` does what it proposes. */
type Notice = { text: string; undo?: () => void; action?: { label: string; run: () => void } }

function createParts(environment: Environment, signal: AbortSignal) {
  const { root, storage, name, address } = environment
  const session = createSession(environment)
  const ask = createAsk(environment, session, signal)
  const database = createDatabase(name, signal)
  const progress = createProgress()
  const { watch, touch } = createWatched()
  const store = createStore(REGISTRATION, (keys) => {
    touch(keys)
    if ([...keys].some((key) => key.startsWith('window:'))) connection.changed()
  })
  const directory = createDirectory(store, watch)
  const place = createPlace({ address, store, names: directory.names, signal })
  const history = createHistory(store, ask)
  const drafts = createDrafts({
    ask,
    storage,
    name: `${name}-drafts`,
    signal,
    changed: (key) => touch([`draft:${key}`, 'drafts']),
    isSynchronised: () =>
      store.isReady() && progress.status() !== 'loggedOut' && store.state.user_settings.enable_drafts_synchronization,
    isLeader: () => connection.isLeader(),
  })
  const typing = createTyping({ ask, signal, state: () => store.state, changed: (key) => touch([`typing:${key}`]) })
  const outbox = createOutbox({
    name: `${name}-outbox`,
    ask,
    session,
    database,
    signal,
    queueId: () => connection.queueId(),
    changed: () => touch(['outbox']),
  })
  const presences = createPresences({ ask, store, watch, signal })
  const [notice, setNotice] = createSignal<Notice | undefined>()
  /** Shows why a request failed. */
  const report = (error: unknown): void =>
    void setNotice({ text: error instanceof Refusal ? error.message : words.unreachable })
  /** Parts that load after the first view, and receive the events from then on. The state has them already. */
  const onEvents = new Set<(events: readonly Event[]) => void>()
  const followed = {
    environment,
    session,
    store,
    progress,
    place,
    history,
    drafts,
    typing,
    outbox,
    presences,
    report,
    onEvents,
  }
  const connection = createConnection({ environment, ask, session, database, signal }, follow(followed))

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
    drafts,
    typing,
    outbox,
    presenceOf: presences.presenceOf,
    reading: createReading(ask, signal),
    keys: createKeys(root, signal),
    notice,
    setNotice,
    report,
    onEvents,
    connection,
  }
}
