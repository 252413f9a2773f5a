import type { Event, PostRegisterAnswer } from '../../client-state/wire'
import type { Registered } from '../wire/own-state'
import type { UserLists } from '../store/users'
import type { Environment } from '../wire/environment'
import { faultOf, pause, Refusal, type Ask, type Fault } from '../wire/requests'
import { listen, type Listening, type Queue } from '../wire/socket'
import { REGISTRATION } from './registration'

/** `waiting`: the connection is lost, and the client tries again, as after a fault. `loggedOut`: there is no session. */
export type Status = 'starting' | 'live' | 'waiting' | 'loggedOut' | Fault

type Handlers = {
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

const MAX_DELAY_MILLISECONDS = 30_000
/** So many requests for events without a socket come before the next attempt to open one. */
const POLLS = 20

/**
 * Registers a queue and listens to it. Resumes it after a cut, also that of an earlier page, and registers again if it has
 * expired. The server keeps the events until `acknowledge`, so another page can resume from there.
 */
export function createQueue({ environment, ask, signal, ...handlers }: Handlers) {
  let queue: Queue | undefined
  let listening: Listening | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isStopped = true
  let starts = 0

  /** Begins or begins again, at once. `resumed` is the queue of an earlier page. */
  async function start(resumed?: Queue) {
    stop()
    if (signal.aborted) return
    isStopped = false
    queue = resumed ?? queue
    const nth = ++starts
    const isNewest = () => nth === starts
    try {
      if (queue === undefined) await register(isNewest)
      else if (resumed !== undefined) await catchUp(queue)
      if (queue !== undefined && !isStopped && isNewest()) open(queue)
    } catch (error) {
      if (isNewest()) await recover(error)
    }
  }

  async function register(isNewest: () => boolean) {
    const { digest, lists } = handlers.users()
    const session = environment.sessionNumber()
    const answer = await ask('POST /register', { ...REGISTRATION, parley_users_digest: digest }, { session })
    if (!isNewest()) return
    const { queue_id, last_event_id } = answer
    // A realm with spectators answers a visitor without a session, and gives no queue.
    if (queue_id === null) return handlers.changed('loggedOut')
    // The users are most of the state of a large realm, and the client has them already.
    const state = { ...lists, ...answer }
    if (!isComplete(state)) throw new Error('No users')
    queue = { queue_id, last_event_id }
    handlers.registered(state, queue, session)
  }

  function open(opened: Queue) {
    listening = listen(environment, opened, {
      opened() {
        failures = 0
        handlers.changed('live')
      },
      received: (events) => receive(opened, events),
      closed(wasOpen) {
        listening = undefined
        // A browser does not tell why a socket was refused. A request does.
        if (wasOpen) retryLater(0)
        else void probe(opened)
      },
    })
  }

  function receive(source: Queue, events: Event[]) {
    const after = source.last_event_id
    const fresh = events.filter(({ id }) => id > after)
    if (fresh.length === 0) return
    source.last_event_id = fresh.at(-1)?.id ?? after
    handlers.received(fresh, after)
  }

  async function catchUp(resumed: Queue) {
    const { events } = await ask('GET /events', { ...resumed, dont_block: true })
    receive(resumed, events)
    await handlers.resumed()
  }

  async function probe(probed: Queue) {
    try {
      await catchUp(probed)
      await poll(probed)
      if (isListeningTo(probed)) retryLater(0)
    } catch (error) {
      await recover(error)
    }
  }

  /** Receives events without a socket, which a proxy may refuse. */
  async function poll(polled: Queue) {
    for (let turn = 0; turn < POLLS && isListeningTo(polled); turn++) {
      handlers.changed('live')
      receive(polled, (await ask('GET /events', { ...polled })).events)
    }
  }

  const isListeningTo = (polled: Queue) => !isStopped && queue === polled && listening === undefined

  async function recover(error: unknown) {
    if (isStopped) return
    if (error instanceof Refusal && error.status === 401) {
      queue = undefined
      // The user, or another one, has logged in with another tab.
      return error.code === 'PARLEY_OTHER_SESSION' ? retryLater() : handlers.changed('loggedOut')
    }
    // The organization requires a passkey or a second factor of this role.
    if (error instanceof Refusal && error.code === 'PARLEY_FACTOR_REQUIRED')
      return location.assign('/accounts/passkeys')
    // The queue has expired, or the log no longer has its events.
    if (error instanceof Refusal && error.status === 400 && queue !== undefined) {
      queue = undefined
      await pause(failures++ * 1000)
      return start()
    }
    const fault = faultOf(error)
    retryLater()
    if (fault) handlers.changed(fault)
  }

  function retryLater(delay = Math.min(500 * 2 ** failures, MAX_DELAY_MILLISECONDS)) {
    if (failures++ > 0) handlers.changed('waiting')
    clearTimeout(retry)
    retry = setTimeout(() => void start(), delay)
  }

  function stop() {
    isStopped = true
    clearTimeout(retry)
    listening?.close()
    listening = undefined
  }

  // A socket may not notice that the network was away, so it opens again.
  function startAgain() {
    if (isStopped) return
    failures = 0
    void start()
  }
  // A socket that opens now would be lost, and a server on this machine can still be reached: try again.
  function tryAgain() {
    if (isStopped) return
    listening?.close()
    listening = undefined
    retryLater()
    handlers.changed('waiting')
  }
  globalThis.addEventListener('online', startAgain, { signal })
  globalThis.addEventListener('offline', tryAgain, { signal })
  signal.addEventListener('abort', stop)

  return {
    start,
    stop,
    registerAgain() {
      queue = undefined
      return start()
    },
    acknowledge: (last_event_id: number) => listening?.acknowledge(last_event_id),
  }
}

/** Whether the answer has all parts that the client requested. It may lack the users, which the client may have. */
const isComplete = (answer: PostRegisterAnswer): answer is PostRegisterAnswer & Registered =>
  answer.realm_users !== undefined
