import { expect, test } from 'vitest'
import { retryAfterSeconds } from '../../src/outside/retry-after'

test.for([
  ['120', 120],
  [' 5 ', 5],
  ['Thu, 01 Jan 1970 00:20:00 GMT', 200],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0], // in the past
  ['99999999', 86_400],
  ['soon', 0],
  ['-5', 0],
  [null, 0],
] as const)('`Retry-After: %s` asks for %i seconds', ([header, seconds]) => {
  expect(retryAfterSeconds(header, 1000)).toBe(seconds)
})
