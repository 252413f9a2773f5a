import { describe, expect, test } from 'vitest'
import { normalise } from '../../support/examples/normalise'
import { shorten } from '../../support/examples/shorten'

const NOW = 1_790_000_000

describe('an example is the same in each run', () => {
  test.each<[string, unknown, unknown]>([
    ['the name of a realm', 'http://realm12.parley.test/x', 'https://chat.example.com/x'],
    ['an address', 'ada@realm12.test', 'ada@example.com'],
    ['the address of a bot', 'fig-bot@realm3.parley.test', 'fig-bot@chat.example.com'],
    ['the number of a realm in a path', '/user_uploads/17/ab/x.png', '/user_uploads/1/ab/x.png'],
    ['a time in text', '2031-05-06T07:08:09.123456Z', '2026-01-05T09:00:00Z'],
    ['a time', NOW, 1_767_603_600],
    ['a time in milliseconds', NOW * 1000 + 5, 1_767_603_600_000],
    ['a fraction of a second', NOW + 0.25, 1_767_603_600],
    ['a number that is no time', 1_000_000, 1_000_000],
    ['text', 'Pizza at 1700?', 'Pizza at 1700?'],
  ])('%s', (_, value, expected) => {
    expect(normalise({ value }, NOW)).toEqual({ value: expected })
  })

  test('times keep their order, and equal times stay equal', () => {
    expect(normalise([NOW + 9, NOW, NOW + 9], NOW)).toEqual([1_767_603_660, 1_767_603_600, 1_767_603_660])
  })

  test('keys keep their length, and queues stay apart', () => {
    const key = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF'
    const uuids = ['11111111-2222-4333-8444-555555555555', '61111111-2222-4333-8444-555555555555']
    const [first, second, third, maskedKey] = normalise([uuids[0], uuids[1], uuids[0], key], NOW)
    expect(first).toBe(third)
    expect(first).not.toBe(second)
    expect(maskedKey).toHaveLength(key.length)
    expect(maskedKey).not.toBe(key)
  })

  test('JSON within a field is normalised too', () => {
    expect(normalise({ to: `["ada@realm1.test",${NOW}]` }, NOW)).toEqual({ to: '["ada@example.com",1767603600]' })
  })
})

describe('a large answer is shortened', () => {
  test.each<[unknown, unknown]>([
    [
      [1, 2, 3],
      [1, 2],
    ],
    [
      { 1: 'a', 2: 'b', 3: 'c' },
      { 1: 'a', 2: 'b' },
    ],
    [
      { a: 1, b: [1, 2, 3] },
      { a: 1, b: [1, 2] },
    ],
    ['x'.repeat(500), `${'x'.repeat(400)}…`],
  ])('%#', (value, expected) => {
    expect(shorten(value)).toEqual(expected)
  })
})
