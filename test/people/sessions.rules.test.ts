import { describe, expect, test } from 'vitest'
import {
  hasToken,
  heldUntil,
  isExpired,
  leastRecentlyUsed,
  storedUserAgent,
} from '../../src/domain/people/sessions/rules'
import type { Session } from '../../src/domain/people/sessions/session'

const SESSION: Session = {
  session_id: 7,
  user_id: 1,
  token_hash: 'new',
  previous_hash: 'old',
  previous_until: 100,
  renews: false,
  method: 'password',
  second_factor: null,
  waits_until: null,
  created_at: 0,
  authenticated_at: 0,
  used_at: 0,
  user_agent: '',
  address: '',
}

describe('isExpired', () => {
  test.for([
    { used_at: 900, authenticated_at: 0, now: 999, expected: false },
    { used_at: 900, authenticated_at: 0, now: 1000, expected: true },
    { used_at: 1950, authenticated_at: 1000, now: 1999, expected: false },
    { used_at: 1950, authenticated_at: 0, now: 2000, expected: true },
  ])('used at $used_at and authenticated at $authenticated_at, at $now: $expected', ({ now, expected, ...session }) => {
    expect(isExpired(session, { idle: 100, absolute: 2000 }, now)).toBe(expected)
  })
})

describe('hasToken', () => {
  test.for([
    { session_hash: 'new', now: 1000, expected: true },
    { session_hash: 'old', now: 99, expected: true },
    { session_hash: 'old', now: 100, expected: false },
    { session_hash: 'bad', now: 0, expected: false },
    { session_hash: '', now: 0, expected: false },
  ])('$session_hash at $now: $expected', ({ session_hash, now, expected }) => {
    expect(hasToken(SESSION, { session_id: 7, session_hash }, now)).toBe(expected)
  })

  test('without a previous token, no empty one counts', () => {
    const session = { ...SESSION, previous_hash: null }
    for (const session_hash of ['', 'null']) expect(hasToken(session, { session_id: 7, session_hash }, 0)).toBe(false)
  })
})

describe('heldUntil', () => {
  const limits = { idle: 10_000, absolute: 20_000 }
  test.for([
    { session_hash: 'new', changes: {}, now: 50, expected: 950 },
    { session_hash: 'old', changes: {}, now: 50, expected: 100 },
    { session_hash: 'new', changes: {}, now: 9_500, expected: 10_000 },
    { session_hash: 'new', changes: { used_at: 19_000 }, now: 19_500, expected: 20_000 },
    { session_hash: 'new', changes: { renews: true }, now: 50, expected: 50 },
  ])(
    'a gateway admits $session_hash with $changes from $now until $expected',
    ({ session_hash, changes, ...times }) => {
      const session = { ...SESSION, ...changes }
      expect(heldUntil(session, { session_id: 7, session_hash }, limits, times.now)).toBe(times.expected)
    },
  )
})

describe('storedUserAgent', () => {
  test.for([
    ['Firefox', 7],
    ['x'.repeat(200), 200],
    ['x'.repeat(201), 200],
    ['é'.repeat(200), 100],
    ['🍕'.repeat(100), 100],
  ] as const)('%s', ([header, length]) => {
    const stored = storedUserAgent(header)
    expect(stored).toHaveLength(length)
    expect(header.startsWith(stored)).toBe(true)
  })
})

test('leastRecentlyUsed returns the oldest of several sessions with the same last use', () => {
  const sessions = [
    { session_id: 3, used_at: 5 },
    { session_id: 2, used_at: 4 },
    { session_id: 1, used_at: 4 },
  ]
  expect(leastRecentlyUsed(sessions)).toEqual({ session_id: 1, used_at: 4 })
  expect(leastRecentlyUsed([])).toBeUndefined()
})
