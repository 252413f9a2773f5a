import { expect, test } from 'vitest'
import { countUpTo, includesAscending } from '../../src/store/ascending-ids'

const IDS = [1, 3, 4, 8]

test('an id is found in an ascending list', () => {
  for (let id = 0; id <= 9; id++) expect(includesAscending(IDS, id)).toBe(IDS.includes(id))
  expect(includesAscending([], 1)).toBe(false)
})

test('the ids up to an id are counted', () => {
  for (let id = 0; id <= 9; id++) expect(countUpTo(IDS, id)).toBe(IDS.filter((other) => other <= id).length)
  expect(countUpTo([], 1)).toBe(0)
})
