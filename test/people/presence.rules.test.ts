import { describe, expect, test } from 'vitest'
import {
  isArrival,
  isRecent,
  legacyPresence,
  modernPresence,
  presenceAfter,
  requireStatus,
  requireUserPresence,
  type Presence,
} from '../../src/domain/people/presence/rules'

const NOW = 1_900_000_000
/** The presence of a user who was active and connected so many seconds ago. */
const presence = (active: number | null, idle: number): Presence => ({
  active_timestamp: active === null ? null : NOW - active,
  idle_timestamp: NOW - idle,
})

describe('presenceAfter', () => {
  test.each<[before: Presence | undefined, status: 'active' | 'idle', after: Presence | undefined]>([
    [undefined, 'active', presence(0, 0)],
    [undefined, 'idle', presence(null, 0)],
    [presence(55, 55), 'active', undefined],
    [presence(55, 55), 'idle', undefined],
    [presence(56, 56), 'active', presence(0, 0)],
    [presence(56, 56), 'idle', presence(56, 0)],
    [presence(null, 30), 'active', presence(0, 0)],
    [presence(null, 30), 'idle', undefined],
    [presence(100, 30), 'active', presence(0, 0)],
    [presence(100, 30), 'idle', undefined],
    [presence(null, 56), 'idle', presence(null, 0)],
  ])('%j, %s: %j', (before, status, after) => expect(presenceAfter(before, status, NOW)).toEqual(after))
})

describe('isArrival', () => {
  test.each<[before: Presence | undefined, status: 'active' | 'idle', expected: boolean]>([
    [undefined, 'active', true],
    [undefined, 'idle', false],
    [presence(null, 10), 'active', true],
    [presence(130, 10), 'active', false],
    [presence(131, 10), 'active', true],
    [presence(131, 10), 'idle', false],
  ])('%j, %s: %s', (before, status, expected) => expect(isArrival(before, status, NOW)).toBe(expected))
})

describe('legacyPresence', () => {
  test.each<[Presence, 'active' | 'idle', timestamp: number]>([
    [presence(0, 0), 'active', NOW],
    [presence(70, 0), 'active', NOW - 70],
    [presence(71, 0), 'idle', NOW],
    [presence(null, 5), 'idle', NOW - 5],
  ])('%j is %s', (before, status, timestamp) => {
    const entry = { client: 'website', status, timestamp }
    expect(legacyPresence(before)).toEqual({ aggregated: entry, website: { ...entry, pushable: false } })
  })
})

describe('modernPresence', () => {
  test('a user who was never active counts as active when they joined, and not after they were connected', () => {
    expect(modernPresence(presence(null, 5), NOW - 900)).toEqual({
      active_timestamp: NOW - 900,
      idle_timestamp: NOW - 5,
    })
    expect(modernPresence(presence(null, 5), NOW)).toEqual({ active_timestamp: NOW - 5, idle_timestamp: NOW - 5 })
    expect(modernPresence(presence(7, 5), NOW - 900)).toEqual({ active_timestamp: NOW - 7, idle_timestamp: NOW - 5 })
  })
})

test('isRecent ends after the given number of days', () => {
  const DAY = 86_400
  expect([13, 14, 15].map((days) => isRecent(presence(null, days * DAY), 14, NOW))).toEqual([true, true, false])
})

test('requireStatus refuses other words than active and idle', () => {
  expect(['active', 'idle'].map(requireStatus)).toEqual(['active', 'idle'])
  expect(() => requireStatus('asleep')).toThrow('Invalid status: asleep')
})

describe('requireUserPresence', () => {
  const person = { is_bot: false, date_joined: NOW - 500 }
  test.each<[Presence, status: 'active' | 'idle' | 'offline']>([
    [presence(0, 0), 'active'],
    [presence(null, 200), 'idle'],
    [presence(null, 201), 'offline'],
  ])('%j is %s', (before, status) => {
    expect(requireUserPresence('7', person, before, NOW).aggregated.status).toBe(status)
  })

  test('has both times, also of a user who was never active', () => {
    const read = requireUserPresence('7', person, presence(null, 10), NOW)
    expect(read).toMatchObject({ active_timestamp: NOW - 500, idle_timestamp: NOW - 10 })
  })

  test('refuses bots, and users who were never connected', () => {
    expect(() => requireUserPresence('7', { ...person, is_bot: true }, presence(0, 0), NOW)).toThrow(
      'not supported for bot users',
    )
    expect(() => requireUserPresence('7', person, undefined, NOW)).toThrow('No presence data for 7')
  })
})
