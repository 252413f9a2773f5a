import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessages, marksAsRead } from '../sync/reading'
import { addNewer, addOlder, EMPTY_WINDOW, insert, MAX_ROWS, remove } from '../store/window'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('a window has at most 300 rows, in order, and knows when it does not reach an end', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('older'), count: fc.integer({ min: 0, max: 150 }) }),
    fc.record({ kind: fc.constant('newer'), count: fc.integer({ min: 0, max: 150 }) }),
    fc.record({ kind: fc.constant('arrives'), count: fc.constant(1) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let end = 5100
      let window = { ids: range(5000, end), foundOldest: false, foundNewest: true }
      for (const { kind, count } of steps) {
        const [first, last] = [window.ids[0]!, window.ids.at(-1)!]
        if (kind === 'older') window = addOlder(window, range(Math.max(first - count, 1), first), first - count <= 1)
        if (kind === 'newer')
          window = addNewer(window, range(last + 1, Math.min(last + 1 + count, end)), last + 1 + count >= end)
        if (kind === 'arrives') window = insert(window, end++)
        const { ids } = window
        expect(ids.length).toBeLessThanOrEqual(MAX_ROWS)
        expect(ids).toEqual(range(ids[0]!, ids[0]! + ids.length))
        if (window.foundNewest) expect(ids.at(-1)).toBe(end - 1)
        if (window.foundOldest) expect(ids[0]).toBe(1)
      }
    }),
  )
})

test('a moved message enters a window only if it lies inside of it', () => {
  const window = { ids: [10, 20, 30], foundOldest: false, foundNewest: false }
  expect(insert(window, 25).ids).toEqual([10, 20, 25, 30])
  expect(insert(window, 5)).toBe(window)
  expect(insert(window, 35)).toBe(window)
  expect(insert({ ...window, foundOldest: true }, 5).ids).toEqual([5, 10, 20, 30])
  expect(remove(window, new Set([20])).ids).toEqual([10, 30])
  expect(insert(EMPTY_WINDOW, 1)).toBe(EMPTY_WINDOW)
})

test('5. a message is read when its end was in sight for 400 ms without a break', () => {
  const sightings = new Map()
  expect(readMessages(sightings, [1, 2], 0)).toEqual([])
  expect(readMessages(sightings, [2, 3], 200)).toEqual([])
  expect(readMessages(sightings, [1, 2, 3], 400)).toEqual([2])
  expect(readMessages(sightings, [1, 2, 3], 600)).toEqual([2, 3])
  expect(readMessages(sightings, [1], 800)).toEqual([1])
})

test('the setting decides where reading marks messages as read', () => {
  expect([1, 2, 3].map((policy) => marksAsRead(policy, true))).toEqual([true, true, false])
  expect([1, 2, 3].map((policy) => marksAsRead(policy, false))).toEqual([true, false, false])
})
