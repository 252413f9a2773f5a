import { expect, test } from 'vitest'
import { AdmittedCredentials } from '../../src/events/gateways/admitted-credentials'

const key = (key_hash: string) => ({ email: 'ada@example.com', key_hash })
const session = (session_hash: string) => ({ session_id: 1, session_hash })

function remembering(most: number) {
  const clock = { now: 0 }
  return { clock, credentials: new AdmittedCredentials<{ user_id: number }>(() => clock.now, most) }
}

test('a credential counts until the time that the realm allowed', () => {
  const { clock, credentials } = remembering(10)
  credentials.add(session('a'), { user_id: 5 }, 100)
  clock.now = 99
  expect(credentials.find(session('a'))).toEqual({ user_id: 5 })
  expect(credentials.find(session('b'))).toBe(undefined)
  clock.now = 100
  expect(credentials.find(session('a'))).toBe(undefined)
})

test('if there are too many, the one that was admitted first is forgotten', () => {
  const { credentials } = remembering(2)
  for (const [user_id, name] of ['a', 'b', 'c'].entries()) credentials.add(key(name), { user_id }, 100)
  expect(['a', 'b', 'c'].map((name) => credentials.find(key(name))?.user_id)).toEqual([undefined, 1, 2])
})

test('credentials of a user, or of all, are forgotten', () => {
  const { credentials } = remembering(10)
  for (const [user_id, name] of ['a', 'b', 'c'].entries()) credentials.add(key(name), { user_id }, 100)
  credentials.forget(new Set([1]))
  expect(['a', 'b', 'c'].map((name) => credentials.find(key(name))?.user_id)).toEqual([0, undefined, 2])
  credentials.forget('all')
  expect(credentials.find(key('a'))).toBe(undefined)
})

test('a credential that is admitted again after its user was forgotten counts again', () => {
  const { credentials } = remembering(10)
  credentials.add(key('a'), { user_id: 1 }, 100)
  credentials.forget(new Set([1]))
  credentials.add(key('a'), { user_id: 1 }, 100)
  expect(credentials.find(key('a'))).toEqual({ user_id: 1 })
})

test('if more users are forgotten than there may be credentials, all are forgotten', () => {
  const { credentials } = remembering(2)
  credentials.add(key('a'), { user_id: 9 }, 100)
  credentials.forget(new Set([1, 2]))
  expect(credentials.find(key('a'))).toEqual({ user_id: 9 })
  credentials.forget(new Set([3]))
  expect(credentials.find(key('a'))).toBe(undefined)
})

test('tickets and tokens are never remembered', () => {
  const { credentials } = remembering(10)
  const others = [
    { ticket_hash: 'a', queue_id: 'g1-1-x' },
    { token_hash: 'a', resource: 'https://example.com/mcp' },
    { address_hash: 'a' },
  ]
  for (const credential of others) credentials.add(credential, { user_id: 5 }, 100)
  expect(others.map((credential) => credentials.find(credential))).toEqual([undefined, undefined, undefined])
  expect(credentials.find(undefined)).toBe(undefined)
})
