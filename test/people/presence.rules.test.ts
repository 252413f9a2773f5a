import { describe, expect, test } from 'vitest'
import {
  isArrival,
  isWithin,
  legacy,
  modern,
  presenceAfter,
  type Presence,
} from '../../src/domain/people/presence/rules'

const NOW = 1_900_000_000
const seen = (active: number | null, idle: number): Presence => ({
  active_timestamp: active === null ? null : NOW - active,
  idle_timestamp: NOW - idle,
})

describe('presenceAfter', () => {
  test.each<[before: Presence | undefined, status: 'active' | 'idle', after: Presence | undefined]>([
    [undefined, 'active', seen(0, 0)],
    [undefined, 'idle', seen(null, 0)],
    [seen(55, 55), 'active', undefined],
    [seen(55, 55), 'idle', undefined],
    [seen(56, 56), 'active', seen(0, 0)],
    [seen(56, 56), 'idle', seen(56, 0)],
    [seen(null, 30), 'active', seen(0, 0)],
    [seen(null, 30), 'idle', undefined],
    [seen(100, 30), 'active', seen(0, 0)],
    [seen(100, 30), 'idle', undefined],
    [seen(null, 56), 'idle', seen(null, 0)],
  ])('%j, %s: %j', (before, status, after) => expect(presenceAfter(before, status, NOW)).toEqual(after))
})

describe('isArrival', () => {
  test.each<[before: Presence | undefined, status: 'active' | 'idle', arrives: boolean]>([
    [undefined, 'active', true],
    [undefined, 'idle', false],
    [seen(null, 10), 'active', true],
    [seen(130, 10), 'active', false],
    [seen(131, 10), 'active', true],
    [seen(131, 10), 'idle', false],
  ])('%j, %s: %s', (before, status, arrives) => expect(isArrival(before, status, NOW)).toBe(arrives))
})

describe('how a presence is told', () => {
  test.each<[Presence, 'active' | 'idle', timestamp: number]>([
    [seen(0, 0), 'active', NOW],
    [seen(70, 0), 'active', NOW - 70],
    [seen(71, 0), 'idle', NOW],
    [seen(null, 5), 'idle', NOW - 5],
  ])('%j is %s to older clients', (presence, status, timestamp) => {
    const entry = { client: 'website', status, timestamp }
    expect(legacy(presence)).toEqual({ aggregated: entry, website: { ...entry, pushable: false } })
  })

  test('who was never active has no time at which they were', () => {
    expect(modern(seen(null, 5))).toEqual({ idle_timestamp: NOW - 5 })
    expect(modern(seen(7, 5))).toEqual({ active_timestamp: NOW - 7, idle_timestamp: NOW - 5 })
  })

  test('history ends so many days ago', () => {
    const DAY = 86_400
    expect([13, 14, 15].map((days) => isWithin(seen(null, days * DAY), 14, NOW))).toEqual([true, true, false])
  })
})
