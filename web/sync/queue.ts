import type { Event, PostRegisterAnswer } from '../../client-state/wire'
import type { Registered } from '../wire/own-state'
import type { UserLists } from '../store/users'
import type { Environment } from '../wire/environment'
import type { Ask } from '../wire/requests'
import type { Queue } from '../wire/socket'
import { createListening } from './listening'
import { failureOf, stepAfter, type Happening, type QueueState, type Status } from './queue-state'
import { REGISTRATION } from './registration'

type Parts = {
  environment: Pick<Environment, 'api' | 'openSocket' | 'sessionNumber'>
  ask: Ask
  signal: AbortSignal
  /** The users that the client has, so that the server need not send them again. */
  users: () => { digest: string; lists: UserLists }
  /** The whole state, at the start and after the queue was lost. */
  registered: (state: Registered, queue: Queue, session: string | undefined) => void
  /** Events that follow `after`, the newest event before. */
  received: (events: Event[], after: number) => void
  /** The client has each event that the queue had when it was resumed. */
  resumed: () => Promise<void>
  changed: (status: Status) => void
}

/**
 * Registers a queue and listens to it. Resumes it after a cut, also that of an earlier page, and registers again if it has
 * expired. The server keeps the events until `acknowledge`, so another page can resume from there.
 */
export function createQueue(parts: Parts) {
  const { environment, ask, signal } = parts
  let queue: Queue | undefined
  /** The queue of an earlier page, until this page has its events. */
  let earlier: Queue | undefined
  let starts = 0
  const lose = () => (queue = earlier = undefined)
  const machine = createMachine({ start: () => void start(), lost: lose, changed: parts.changed })
  const happened = machine.happened
  const failed = (error: unknown) => happened(failureOf(error, queue !== undefined))
  const listening = createListening({
    ...parts,
    happened,
    failed,
    isPolling: (polled) => machine.phase() === 'polling' && queue === polled,
  })

  /** Begins or begins again, at once. `resumed` is the queue of an earlier page. */
  async function start(resumed = earlier) {
    stop()
    if (signal.aborted) return
    happened('started')
    earlier = resumed
    queue = resumed ?? queue
    const nth = ++starts
    const isNewest = () => nth === starts
    try {
      if (queue === undefined) await register(isNewest)
      else if (resumed !== undefined) await listening.resume(queue)
      earlier = undefined
      if (queue !== undefined && machine.phase() !== 'stopped' && isNewest()) listening.open(queue)
    } catch (error) {
      if (isNewest()) failed(error)
    }
  }

  async function register(isNewest: () => boolean) {
    const session = environment.sessionNumber()
    const registration = await newQueue(ask, session, parts.users())
    if (!isNewest()) return
    if (registration === undefined) return happened('noSession')
    queue = registration.queue
    parts.registered(registration.state, queue, session)
  }

  function stop() {
    happened('stopped')
    listening.close()
  }

  followNetwork(signal, happened, listening.close)
  signal.addEventListener('abort', stop)

  return {
    start,
    stop,
    registerAgain() {
      lose()
      return start()
    },
    acknowledge: listening.acknowledge,
  }
}

function followNetwork(signal: AbortSignal, happened: (happening: Happening) => void, close: () => void): void {
  // A socket may not notice that the network was away, so it opens again.
  globalThis.addEventListener('online', () => happened('online'), { signal })
  // A socket that opens now would be lost, and a server on this machine can still be reached: try again.
  function offline() {
    close()
    happened('offline')
  }
  globalThis.addEventListener('offline', offline, { signal })
}

type Machine = { start: () => void; lost: () => void; changed: (status: Status) => void }

/** Goes from state to state, and starts again when it is time. */
function createMachine({ start, lost, changed }: Machine) {
  let state: QueueState = { phase: 'stopped', failures: 0 }
  let retry: ReturnType<typeof setTimeout> | undefined
  return {
    phase: () => state.phase,
    happened(this: void, happening: Happening) {
      const { phase, failures, delay, spread = 0, isLost, status, page } = stepAfter(state, happening)
      state = { phase, failures }
      if (isLost) lost()
      if (delay !== undefined || phase === 'stopped') clearTimeout(retry)
      if (delay !== undefined) retry = setTimeout(start, delay + Math.random() * spread)
      if (status !== undefined) changed(status)
      if (page !== undefined) location.assign(page)
    },
  }
}

/** Registers. A realm with spectators answers a visitor without a session, and gives no queue. */
async function newQueue(ask: Ask, session: string | undefined, { digest, lists }: ReturnType<Parts['users']>) {
  const answer = await ask('POST /register', { ...REGISTRATION, parley_users_digest: digest }, { session })
  const { queue_id, last_event_id } = answer
  if (queue_id === null) return undefined
  // The users are most of the state of a large realm, and the client has them already.
  const state = { ...lists, ...answer }
  if (!isComplete(state)) throw new Error('No users')
  return { state, queue: { queue_id, last_event_id } }
}

/** Whether the answer has all parts that the client requested. It may lack the users, which the client may have. */
const isComplete = (answer: PostRegisterAnswer): answer is PostRegisterAnswer & Registered =>
  answer.realm_users !== undefined
