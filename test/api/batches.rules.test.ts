import { expect, test } from 'vitest'
import { splitIntoBatches } from '../../src/api/batches'

test('a list is divided into batches of at most a size, in its order', () => {
  expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(splitIntoBatches([1, 2], 2)).toEqual([[1, 2]])
  expect(splitIntoBatches([], 2)).toEqual([])
})
