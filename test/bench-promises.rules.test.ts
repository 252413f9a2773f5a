import { expect, test } from 'vitest'
import { brokenIn, verdictOf } from '../bench/promises'

test('the bench names what is above its bound, and a missed target breaks nothing', () => {
  const promise = { name: 'the last of 10', most: 2, target: 1.3, unit: 'x' } as const
  const found = [1.3, 2, 2.01, NaN].map((found) => ({ ...promise, found }))
  expect(found.map(verdictOf)).toEqual(['kept', 'kept, target missed', 'BROKEN', 'BROKEN'])
  expect(brokenIn([{ name: 'Receiving', promises: found }])).toEqual([
    'BROKEN: Receiving: the last of 10: 2.01x, at most 2.00x',
    'BROKEN: Receiving: the last of 10: NaNx, at most 2.00x',
  ])
})
