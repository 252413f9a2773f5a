import { describe, expect, test } from 'vitest'
import {
  addressesIn,
  expiryOf,
  invitesAbove,
  isOpen,
  refusalOfMoreLinks,
  refusalOfNewInviter,
} from '../../src/domain/accounts/invitations/rules'

const NOW = 1_900_000_000
const DAY = 86_400
const OWNER = 100
const ADMINISTRATOR = 200
const MEMBER = 400
const GUEST = 600

describe('addressesIn', () => {
  test.for<[string, string[]]>([
    ['', []],
    [' ,\n, ', []],
    ['ada@example.com', ['ada@example.com']],
    [
      'ada@example.com, ben@example.com\r\ncleo@example.com',
      ['ada@example.com', 'ben@example.com', 'cleo@example.com'],
    ],
    ['Ada <ada@example.com>', ['ada@example.com']],
    ['ada@example.com,ADA@example.com', ['ADA@example.com']],
    ['no address', ['no address']],
  ])('%j', ([text, addresses]) => {
    expect(addressesIn(text)).toEqual(addresses)
  })
})

describe('invitesAbove', () => {
  test.for<[role: number, invited_as: number, isAbove: boolean]>([
    [OWNER, OWNER, false],
    [ADMINISTRATOR, OWNER, true],
    [ADMINISTRATOR, ADMINISTRATOR, false],
    [MEMBER, ADMINISTRATOR, true],
    [MEMBER, GUEST, false],
  ])('a user with role %i invites to role %i: above is %s', ([role, invited_as, isAbove]) => {
    expect(invitesAbove({ role: role as 100 }, invited_as)).toBe(isAbove)
  })
})

describe('refusalOfNewInviter', () => {
  const open = { invite_required: false, emails_restricted_to_domains: false }
  test.for<[string, { role: number; age: number }, typeof open, boolean]>([
    ['a new member of an open organization', { role: MEMBER, age: 3 * DAY - 1 }, open, true],
    ['a member after three days', { role: MEMBER, age: 3 * DAY }, open, false],
    ['a new administrator', { role: ADMINISTRATOR, age: 0 }, open, false],
    ['a new member who was invited', { role: MEMBER, age: 0 }, { ...open, invite_required: true }, false],
    ['a new member of a domain', { role: MEMBER, age: 0 }, { ...open, emails_restricted_to_domains: true }, false],
  ])('%s', ([, { role, age }, settings, isRefused]) => {
    const refusal = refusalOfNewInviter({ role: role as 100, date_joined: NOW - age }, settings, NOW)
    expect(refusal !== undefined).toBe(isRefused)
  })
})

describe('isOpen, expiryOf and refusalOfMoreLinks', () => {
  test.for<['open' | 'used' | 'revoked', number | null, boolean]>([
    ['open', null, true],
    ['open', NOW + 1, true],
    ['open', NOW, false],
    ['used', null, false],
    ['revoked', NOW + 1, false],
  ])('an invitation that is %s and expires at %s is open: %s', ([state, expires_at, expected]) => {
    expect(isOpen({ state, expires_at }, NOW)).toBe(expected)
  })

  test('an invitation expires after its minutes, or never', () => {
    expect(expiryOf(10, NOW)).toBe(NOW + 600)
    expect(expiryOf(null, NOW)).toBeNull()
  })

  test('a user has at most a hundred links', () => {
    expect(refusalOfMoreLinks(99)).toBeUndefined()
    expect(refusalOfMoreLinks(100)).toBeDefined()
  })
})
