import { answerOf } from '../../client-state/model'
import type { Event } from '../../client-state/wire'
import { findNewerBuild } from '../wire/newer-build'
import type { Store } from '../store/store'
import type { ConnectionHandlers } from '../sync/connection-handlers'
import type { createDrafts } from '../sync/drafts'
import type { createHistory } from '../sync/history'
import type { createOutbox } from '../sync/outbox'
import type { Environment } from '../wire/environment'
import type { OwnParts, Registered } from '../wire/own-state'
import type { Session } from '../wire/session'
import { words } from '../words/en'
import { isOtherLanguage } from '../words/language'
import type { createPlace } from './place'
import type { createPresences } from './presences'
import type { createProgress } from './progress'

type Parts = {
  environment: Environment
  session: Session
  store: Store
  progress: ReturnType<typeof createProgress>
  place: ReturnType<typeof createPlace>
  history: ReturnType<typeof createHistory>
  drafts: ReturnType<typeof createDrafts>
  outbox: ReturnType<typeof createOutbox>
  presences: ReturnType<typeof createPresences>
  report: (error: unknown) => void
  onEvents: Set<(events: readonly Event[]) => void>
}

/** Returns how the parts of a client follow its connection. */
export const follow = (parts: Parts): ConnectionHandlers => ({
  ...followState(parts),
  ...followEvents(parts),
  connected: () => void findNewerBuild(),
  loggedOut: () => parts.environment.restart(),
})

/** Takes over whole states, and shows the chat with the first one. */
function followState(parts: Parts): Pick<ConnectionHandlers, 'restored' | 'registered' | 'collect'> {
  const { environment, session, store, progress, place, history, drafts, outbox } = parts
  /** A page shows the state of one user. Another one gets a new page. */
  let owner: number | undefined

  function belongTo(user_id: number) {
    owner = user_id
    outbox.belongTo(user_id, words.outbox.notConfirmed)
    drafts.belongTo(user_id)
  }

  /** Shows the chat of the user. */
  function show({ user_id }: Registered) {
    belongTo(user_id)
    if (!progress.isReady()) place.openFirst()
    progress.setReady(true)
  }

  return {
    restored({ state, views }, of) {
      session.adopt(of)
      store.replace(state)
      store.restore(views)
      show(state)
    },
    registered(state, of) {
      const wasReady = store.isReady()
      if (owner !== undefined && state.user_id !== owner) {
        // The address may name a private conversation.
        environment.restart('/')
        return false
      }
      session.adopt(of)
      store.replace(state)
      if (followLanguage(parts)) return false
      show(state)
      if (wasReady) history.refresh().catch(parts.report)
      progress.isRegistered()
      return true
    },
    collect: () =>
      store.isReady() ? { state: answerOf<OwnParts>(store.state), views: store.viewsToKeep(place.route()) } : undefined,
  }
}

/** Takes over what changes. */
function followEvents(parts: Parts): Pick<ConnectionHandlers, 'caughtUp' | 'received' | 'changed'> {
  const { store, progress, drafts, outbox, presences } = parts
  return {
    caughtUp() {
      drafts.reconcile(store.state.drafts)
      progress.setCaughtUp(true)
      void presences.ping()
    },
    received(events) {
      const changes = events.filter(({ type }) => type !== 'heartbeat')
      if (changes.length === 0) return
      store.apply(changes)
      if (changes.some(({ type }) => type === 'user_settings')) followLanguage(parts)
      outbox.settle(changes)
      drafts.receive(changes, store.state.drafts)
      for (const receive of parts.onEvents) receive(changes)
    },
    changed(next) {
      if (next === 'loggedOut' && store.isReady() && !progress.isCaughtUp()) {
        // The state of the snapshot belongs to a session that has ended, perhaps of another person.
        progress.setReady(false)
        store.clear()
      }
      progress.setStatus(next)
    },
  }
}

/** Starts the client again if the user chose another language. Drafts survive it. Returns whether it does. */
function followLanguage({ environment, store }: Pick<Parts, 'environment' | 'store'>): boolean {
  const isOther = isOtherLanguage(store.state.user_settings.default_language)
  if (isOther) environment.restart()
  return isOther
}
