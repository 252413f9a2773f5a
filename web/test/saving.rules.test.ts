import { afterEach, expect, test, vi } from 'vitest'
import { createWriting, LONGEST_PAUSE_MILLISECONDS } from '../sync/saving'

afterEach(() => vi.restoreAllMocks())

test('the next save waits fifty times as long as the last one took, and half a minute after one in which the computer slept', async () => {
  let now = 0
  let milliseconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const writing = createWriting({
    write: async () => {
      now += milliseconds
      return true
    },
  })
  const pauseAfter = async (took: number) => {
    milliseconds = took
    await writing.write('the snapshot')
    return writing.pause()
  }
  expect(await pauseAfter(1)).toBe(1000)
  expect(await pauseAfter(100)).toBe(5000)
  expect(await pauseAfter(3_600_000)).toBe(LONGEST_PAUSE_MILLISECONDS)
})
