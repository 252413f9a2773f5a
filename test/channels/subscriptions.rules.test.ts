import { expect, test } from 'vitest'
import { leastUsedColor } from '../../src/domain/channels/subscriptions/rules'

test('the colour used least is taken, the first of them', () => {
  const first = leastUsedColor([])
  const second = leastUsedColor([first])
  expect(second).not.toBe(first)
  expect(leastUsedColor([first, second, '#123456'])).not.toBe(second)
  expect(leastUsedColor([second, second])).toBe(first)
})
