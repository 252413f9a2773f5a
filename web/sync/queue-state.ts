import { faultOf, Refusal, type Fault } from '../wire/requests'

/** `waiting`: the connection is lost, and the client tries again, as after a fault. `loggedOut`: there is no session. */
export type Status = 'starting' | 'live' | 'waiting' | 'loggedOut' | Fault

type Phase =
  /** Nothing happens until it is started. */
  | 'stopped'
  /** It registers a queue, or resumes one. */
  | 'starting'
  /** It has a socket, which opens or is open. */
  | 'listening'
  /** The server refused the socket, so it requests the events. */
  | 'polling'
  /** A timer starts it again. */
  | 'waiting'
  /** The server wants a login. */
  | 'refused'

/** Where the connection is, and how many attempts have failed since a socket was open. */
export type QueueState = { phase: Phase; failures: number }

/** Why a request failed. `noQueue`: the queue has expired, or the log no longer has its events. */
export type Failure = 'noSession' | 'otherSession' | 'noFactor' | 'noQueue' | 'unreachable' | Fault

/**
 * What happens to a connection. `cut` and `socketRefused`: a socket that was open, or never was, has closed. `again`: the server closed
 * this socket alone, or requests were enough for a while.
 */
export type Happening =
  | 'started'
  | 'stopped'
  | 'socketBegun'
  | 'opened'
  | 'cut'
  | 'socketRefused'
  | 'polls'
  | 'again'
  | 'online'
  | 'offline'
  | Failure

/** The next state, and what to do on the way to it. */
export type Step = QueueState & {
  /** What the user sees from now on. */
  status?: Status | undefined
  /** The next attempt comes after so many milliseconds. */
  delay?: number
  /** By chance, it comes up to so much later: a deploy cuts all clients at one moment, and they must not come back at one. */
  spread?: number
  /** The queue is of no use any more. */
  isLost?: boolean
  /** The page where the user meets what the organization requires. */
  page?: string
}

const MAX_DELAY_MILLISECONDS = 30_000
const SPREAD_MILLISECONDS = 300

/** Returns what follows when something happens to a connection. One that is stopped only starts. */
export function stepAfter(state: QueueState, happening: Happening): Step {
  const { phase, failures } = state
  if (happening === 'started') return { phase: 'starting', failures }
  if (phase === 'stopped') return state
  switch (happening) {
    case 'stopped':
      return { phase: happening, failures }
    case 'socketBegun':
      return { phase: 'listening', failures }
    case 'opened':
      return { phase: 'listening', failures: 0, status: 'live' }
    case 'socketRefused':
      // A browser does not tell why. A request does.
      return { phase: 'polling', failures }
    case 'polls':
      return { phase, failures, status: 'live' }
    case 'cut':
      return waiting(failures, 0)
    case 'again':
      return waiting(failures, 0, 0)
    case 'online':
      return { phase, failures: 0, delay: 0 }
    case 'offline':
      return { ...waiting(failures), status: 'waiting' }
    case 'noSession':
      return { phase: 'refused', failures, status: 'loggedOut', isLost: true }
    // The user, or another one, has logged in with another tab.
    case 'otherSession':
      return { ...waiting(failures), isLost: true }
    case 'noFactor':
      return { phase: 'refused', failures, page: '/accounts/passkeys' }
    case 'noQueue':
      return { phase: 'waiting', failures: failures + 1, delay: failures * 1000, isLost: true }
    case 'unreachable':
      return waiting(failures)
    default:
      return { ...waiting(failures), status: happening }
  }
}

/** The first attempt after a connection follows so soon that the user sees nothing of it. */
const waiting = (
  failures: number,
  delay = Math.min(500 * 2 ** failures, MAX_DELAY_MILLISECONDS),
  spread = SPREAD_MILLISECONDS + delay / 2,
): Step => ({
  phase: 'waiting',
  failures: failures + 1,
  delay,
  spread,
  status: failures > 0 ? 'waiting' : undefined,
})

/** Returns what an error of a request means for the connection. */
export function failureOf(error: unknown, hasQueue: boolean): Failure {
  if (!(error instanceof Refusal)) return faultOf(error) ?? 'unreachable'
  if (error.status === 401) return error.code === 'PARLEY_OTHER_SESSION' ? 'otherSession' : 'noSession'
  if (error.code === 'PARLEY_FACTOR_REQUIRED') return 'noFactor'
  if (error.status === 400 && hasQueue) return 'noQueue'
  return faultOf(error) ?? 'unreachable'
}
