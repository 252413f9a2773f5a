import { expect, test } from 'vitest'
import { secondsLeft, usualSeconds } from '../../scripts/progress/seconds-left.ts'

const none = { workers: 3, done: [], running: [], waiting: [] }

test('all workers share what is left, at the pace of the files that are done', () => {
  expect(secondsLeft({ ...none, waiting: [10, 10, 10, 30] })).toBe(30)
  expect(secondsLeft({ ...none, waiting: [30, 30, 30, 30] })).toBe(40)
  expect(secondsLeft({ ...none, done: [{ usual: 10, seconds: 20 }], waiting: [30, 30, 30, 30] })).toBe(80)
})

test('one long file at the end takes as long as it takes alone', () => {
  const running = [{ usual: 380, seconds: 80 }]
  expect(secondsLeft({ ...none, running, waiting: [0.3, 0.3] })).toBe(300)
})

test('a file that takes longer than usual has no time left, but others have', () => {
  expect(secondsLeft({ ...none, running: [{ usual: 10, seconds: 15 }], waiting: [6] })).toBe(6)
  expect(secondsLeft({ ...none, running: [{ usual: 10, seconds: 15 }] })).toBe(0)
})

test('a file has the time of its project, if it is no long one', () => {
  const [long, other] = ['world/test/world.test.ts', 'world/test/truth.test.ts'].map((path) =>
    usualSeconds({ project: 'world', path }),
  )
  expect(long).toBeGreaterThan((other ?? 0) * 5)
  expect(usualSeconds({ project: 'browser', path: 'web/test/new.browser.test.ts' })).toBeGreaterThan(40)
})
