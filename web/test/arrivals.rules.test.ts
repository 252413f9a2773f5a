import { expect, test } from 'vitest'
import { oneAtATime } from '../calls/arrivals'

test('a look that takes long is one look, and the next one begins after it, also if it failed', async () => {
  const ends: PromiseWithResolvers<void>[] = []
  const look = oneAtATime(() => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  for (let tick = 0; tick < 5; tick++) look()
  expect(ends.length).toBe(1)
  ends[0]?.reject(new Error('The connection is closed'))
  await expect.poll(() => (look(), ends.length)).toBe(2)
  look()
  expect(ends.length).toBe(2)
})
