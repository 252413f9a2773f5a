import { describe, expect, test } from 'vitest'
import { matchesPattern, passes } from '../../src/integrations/event-filter'

describe('matchesPattern', () => {
  test.each<[string, string, boolean]>([
    ['push', 'push', true],
    ['push', 'pushed', false],
    ['push*', 'push_tags', true],
    ['*', '', true],
    ['*request*', 'a_pull_request_b', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxbyy', false],
    ['p?sh', 'push', true],
    ['p?sh', 'psh', false],
    ['[pr]ush', 'rush', true],
    ['[!pr]ush', 'rush', false],
    ['[a-f]x', 'dx', true],
    ['[a-f]x', 'gx', false],
    ['[open', '[open', true],
    ['a.c', 'abc', false],
  ])('%s and %s', (pattern, name, expected) => expect(matchesPattern(pattern, name)).toBe(expected))

  test('a pattern with many stars takes little time', () => {
    const started = performance.now()
    expect(matchesPattern(`${'a*'.repeat(90)}b`, 'a'.repeat(2000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('passes', () => {
  test('an event without a name always passes', () => expect(passes({ only_events: ['x'] }, [])).toBe(true))
  test('exclude_events is stronger than only_events', () =>
    expect(passes({ only_events: ['a*'], exclude_events: ['ab'] }, ['ab'])).toBe(false))
  test('an older name selects an event, too', () => {
    expect(passes({ only_events: ['old'] }, ['new', 'old'])).toBe(true)
    expect(passes({ exclude_events: ['old'] }, ['new', 'old'])).toBe(false)
    expect(passes({ only_events: ['other'] }, ['new', 'old'])).toBe(false)
  })
})
