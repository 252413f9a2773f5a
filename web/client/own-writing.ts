import { createDatabase } from '../cache/database'
import { outboxPlace } from '../cache/places'
import type { Conversation } from '../store/conversations'
import type { Store } from '../store/store'
import { createDrafts } from '../sync/drafts'
import { createOutbox } from '../sync/outbox'
import type { createTyping } from '../sync/typing'
import type { Environment } from '../wire/environment'
import type { Ask } from '../wire/requests'
import type { Session } from '../wire/session'
import type { createProgress } from './progress'
import type { createWatched } from './watched'

type Parts = {
  environment: Environment
  signal: AbortSignal
  session: Session
  ask: Ask
  store: Store
  progress: ReturnType<typeof createProgress>
  touch: ReturnType<typeof createWatched>['touch']
  /** The connection is made after these parts. */
  connection: () => { isLeader: () => boolean; queueId: () => string | undefined }
}

/** What the user writes: drafts, messages that the server does not have yet, and that they type. */
export function createOwnWriting(parts: Parts) {
  const { signal, session, ask, store, progress, touch, connection } = parts
  const { name, storage } = parts.environment
  const drafts = createDrafts({
    ask,
    storage,
    name: `${name}-drafts`,
    signal,
    changed: (key) => touch([`draft:${key}`, 'drafts']),
    isSynchronised: () =>
      store.isReady() && progress.status() !== 'loggedOut' && store.state.user_settings.enable_drafts_synchronization,
    isLeader: () => connection().isLeader(),
  })
  /** Until it is loaded, no user is shown as typing. */
  let typing: ReturnType<typeof createTyping> | undefined
  let typedBefore: Conversation | undefined
  const outbox = createOutbox({
    name: `${name}-outbox`,
    ask,
    session,
    database: createDatabase(outboxPlace(name), 'outbox', signal),
    signal,
    queueId: () => connection().queueId(),
    changed: () => touch(['outbox']),
  })
  return {
    drafts,
    typing: () => typing,
    typed: (to: Conversation) => (typing ? typing.typed(to) : void (typedBefore = to)),
    /** The part that knows who types loads after the first view. */
    setTyping: (loaded: typeof typing) => {
      typing = loaded
      if (typedBefore) loaded?.typed(typedBefore)
    },
    outbox,
  }
}
