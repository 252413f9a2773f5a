import { expect, test } from 'vitest'
import { failureOf, stepAfter, type Failure, type Happening, type QueueState, type Step } from '../sync/queue-state'
import { Refusal } from '../wire/requests'

const fault = { text: 'the database is away', request_id: '7' }
const FAILURES: Failure[] = ['noSession', 'otherSession', 'noFactor', 'noQueue', 'unreachable', fault]
const HAPPENINGS: Happening[] = [
  ...FAILURES,
  ...(['stopped', 'socketBegun', 'opened', 'cut', 'socketRefused', 'polls', 'again', 'online', 'offline'] as const),
]

/** What follows these, one after the other. */
function after(...happenings: Happening[]): Step {
  let step: Step = { phase: 'stopped', failures: 0 }
  for (const happening of happenings) step = stepAfter({ phase: step.phase, failures: step.failures }, happening)
  return step
}

test('a connection that is stopped only starts', () => {
  const stopped: QueueState = { phase: 'stopped', failures: 3 }
  for (const happening of HAPPENINGS) expect(stepAfter(stopped, happening)).toEqual(stopped)
  expect(stepAfter(stopped, 'started')).toEqual({ phase: 'starting', failures: 3 })
})

test('a connection stops at once and silently, whatever happened before', () => {
  for (const happening of HAPPENINGS) expect(after('started', happening, 'stopped').phase).toBe('stopped')
  expect(after('started', 'stopped')).toEqual({ phase: 'stopped', failures: 0 })
})

test('a socket that opens is live, and forgets the failures', () => {
  expect(after('started', 'unreachable', 'started', 'socketBegun', 'opened')).toEqual({
    phase: 'listening',
    failures: 0,
    status: 'live',
  })
})

test('the first attempt after a cut follows at once, and the user sees only what lasts', () => {
  const cut = after('started', 'opened', 'cut')
  expect(cut).toMatchObject({ phase: 'waiting', delay: 0 })
  expect(cut.status).toBeUndefined()
  expect(after('started', 'opened', 'cut', 'started', 'unreachable')).toMatchObject({ status: 'waiting', delay: 1000 })
})

test('each failure doubles the delay, up to half a minute', () => {
  const failures = (count: number) => Array.from({ length: count }, (): Happening => 'unreachable')
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => after('started', ...failures(count)).delay)
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('clients that are cut at the same moment come back at different ones, and none is noticed to be late', () => {
  expect(after('started', 'opened', 'cut')).toMatchObject({ delay: 0, spread: 300 })
  expect(after('started', 'unreachable')).toMatchObject({ delay: 500, spread: 550 })
  expect(after('started', fault)).toMatchObject({ delay: 500, spread: 550 })
})

test('a client whose socket the server closes, or whose network comes back, waits for nothing', () => {
  for (const happening of ['again', 'online'] as const) {
    const { delay, spread = 0 } = after('started', 'opened', happening)
    expect([delay, spread]).toEqual([0, 0])
  }
})

test('without a socket it polls, is live, and tries a socket again', () => {
  expect(after('started', 'socketBegun', 'socketRefused')).toEqual({ phase: 'polling', failures: 0 })
  expect(after('started', 'socketRefused', 'polls')).toMatchObject({ phase: 'polling', status: 'live' })
  expect(after('started', 'socketRefused', 'polls', 'again')).toMatchObject({ phase: 'waiting', delay: 0 })
})

test('the network comes back: it tries at once. The network goes: the user sees it', () => {
  expect(after('started', 'unreachable', 'unreachable', 'online')).toMatchObject({ failures: 0, delay: 0 })
  expect(after('started', 'opened', 'offline')).toMatchObject({ phase: 'waiting', status: 'waiting' })
})

test('a queue is given up when the session or the queue is gone, and kept in every other trouble', () => {
  const given = HAPPENINGS.filter((happening) => after('started', happening).isLost)
  expect(given).toEqual(['noSession', 'otherSession', 'noQueue'])
})

test('only a missing session says so to the user, and then nothing is tried', () => {
  const out = HAPPENINGS.filter((happening) => after('started', happening).status === 'loggedOut')
  expect(out).toEqual(['noSession'])
  expect(after('started', 'noSession').delay).toBeUndefined()
  expect(after('started', 'noFactor')).toEqual({ phase: 'refused', failures: 0, page: '/accounts/passkeys' })
})

test('a lost queue is registered again at once, then later and later', () => {
  expect(after('started', 'noQueue')).toMatchObject({ delay: 0 })
  expect(after('started', 'noQueue', 'started', 'noQueue')).toMatchObject({ delay: 1000 })
})

test('a fault of the server is shown, and tried again', () => {
  expect(after('started', fault)).toMatchObject({ phase: 'waiting', status: fault, delay: 500 })
})

test('what an error of a request means', () => {
  const refusal = (status: number, code = '', fields = {}) => new Refusal(status, code, '', fields)
  expect(failureOf(refusal(401), true)).toBe('noSession')
  expect(failureOf(refusal(401, 'PARLEY_OTHER_SESSION'), true)).toBe('otherSession')
  expect(failureOf(refusal(403, 'PARLEY_FACTOR_REQUIRED'), true)).toBe('noFactor')
  expect(failureOf(refusal(400, 'BAD_EVENT_QUEUE_ID'), true)).toBe('noQueue')
  expect(failureOf(refusal(400), false)).toBe('unreachable')
  expect(failureOf(refusal(500, '', { request_id: '7' }), true)).toEqual({ text: '', request_id: '7' })
  expect(failureOf(new Error('a bug of this page'), true)).toBe('unreachable')
})
