import { expect, test } from 'vitest'
import { codeOf } from '../calls/code'
import { lengthSince } from '../calls/duration'

const [FIRST, SECOND, THIRD] = ['AA:01', 'BB:02', 'CC:03']

test('the code depends on all keys, and not on their order', async () => {
  const code = await codeOf([FIRST, SECOND])
  expect(code).toMatch(/^(?:\d{5} ){5}\d{5}$/)
  expect(await codeOf([SECOND, FIRST, FIRST])).toBe(code)
  expect(await codeOf([FIRST, THIRD])).not.toBe(code)
  expect(await codeOf([FIRST, SECOND, THIRD])).not.toBe(code)
})

test('the length of a call grows from seconds to hours', () => {
  expect([0, 5, 65, 3600, 3725].map((seconds) => lengthSince(100, 100 + seconds))).toEqual([
    '0:00',
    '0:05',
    '1:05',
    '1:00:00',
    '1:02:05',
  ])
})
