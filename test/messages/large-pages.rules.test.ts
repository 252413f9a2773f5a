import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { interleaveNearestFirst, withoutOmitted } from '../../src/domain/messages/pages/page-rules'
import {
  cutHistories,
  newestChangesOf,
  versionIdsOf,
  type History,
} from '../../src/domain/messages/history/history-rules'
import { takeItems } from '../../src/domain/data/exports/part'
import { groupByMessage } from '../../src/store/rows-by-message'
import { countFitting, memorySize } from '../../src/store/memory-size'

describe('the size of values', () => {
  test('counts two bytes for a character, each key, and all nested values', () => {
    expect(memorySize('abc')).toBe(6)
    expect(memorySize({ ab: 'c' })).toBe(16 + 2 + 2)
    expect(memorySize([1, [2, 'x']])).toBe(16 + 8 + 16 + 8 + 2)
    expect(memorySize(new Map([[1, 'xx']]))).toBe(16 + 8 + 4)
    expect(memorySize(new ArrayBuffer(5))).toBe(5)
  })

  test('cuts a list before the item that exceeds the limit, and never before the first item', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(100)), fc.nat(300), (sizes, most) => {
        const total = (count: number) => sizes.slice(0, count).reduce((sum, size) => sum + size, 0)
        const within = countFitting(sizes, (size) => size, most)
        expect(within).toBeGreaterThanOrEqual(Math.min(1, sizes.length))
        expect(within <= 1 || total(within) <= most).toBe(true)
        expect(within === sizes.length || total(within + 1) > most).toBe(true)
      }),
    ))
})

describe('the messages of a page', () => {
  test('come from the anchor outwards, from both sides in turn', () => {
    expect(interleaveNearestFirst({ before: [4, 3, 2, 1], at: [5], after: [6, 7] })).toEqual([5, 4, 6, 3, 7, 2, 1])
    expect(interleaveNearestFirst({ before: [], at: [], after: [6, 7] })).toEqual([6, 7])
  })

  test('have not reached an end beyond an omitted message', () => {
    const page = { anchor: 5, found_oldest: true, found_newest: true }
    expect(withoutOmitted(page, [])).toEqual(page)
    expect(withoutOmitted(page, [1, 2])).toEqual({ ...page, found_oldest: false })
    expect(withoutOmitted(page, [7])).toEqual({ ...page, found_newest: false })
    expect(withoutOmitted({ ...page, found_oldest: false }, [7])).toMatchObject({ found_oldest: false })
  })
})

describe('the rows of messages', () => {
  const rows = (...message_ids: number[]) => message_ids.map((message_id) => ({ message_id }))

  test('are complete for all messages if the read was complete', () =>
    expect(groupByMessage([3, 1, 2], rows(3, 3, 2), false)).toEqual({
      found: new Map([
        [3, rows(3, 3)],
        [2, rows(2)],
      ]),
      within: 3,
    }))

  test('are omitted for the message in which the read was cut, unless it is the first', () => {
    expect(groupByMessage([3, 1, 2], rows(3, 3, 2), true)).toEqual({ found: new Map([[3, rows(3, 3)]]), within: 2 })
    expect(groupByMessage([3, 1, 2], rows(3), true)).toEqual({ found: new Map([[3, rows(3)]]), within: 1 })
  })
})

describe('histories', () => {
  const change = (id: number) => ({ id, user_id: 1, timestamp: id, old_version: id })
  const history = (...ids: number[]): History => ({ changes: ids.map(change) })
  const histories = new Map([
    [7, history(30, 20, 10)],
    [9, history(40)],
  ])

  test('list their versions message by message, the newest first', () =>
    expect(versionIdsOf(histories, [9, 8, 7])).toEqual([40, 30, 20, 10]))

  test('end before the message whose version is missing', () => {
    expect(cutHistories(histories, [9, 8, 7], undefined)).toEqual({ found: histories, within: 3 })
    expect(cutHistories(histories, [9, 8, 7], 30)).toEqual({ found: histories, within: 2 })
  })

  test('of the first message end before the missing version', () => {
    const { found, within } = cutHistories(histories, [7, 9], 20)
    expect(within).toBe(1)
    expect(found).toEqual(new Map([[7, { changes: [change(30)], lastOmitted: { user_id: 1, timestamp: 20 } }]]))
  })

  test('with too many changes keep the newest', () => {
    expect(newestChangesOf(history(3, 2, 1), 3)).toEqual(history(3, 2, 1))
    expect(newestChangesOf(history(3, 2, 1), 2)).toEqual({
      ...history(3, 2),
      lastOmitted: { user_id: 1, timestamp: 1 },
    })
  })
})

test('a file of an export ends before the item that exceeds the limit, and the next file starts with it', () => {
  const items = Array.from({ length: 10 }, (_, index) => ({ id: index + 1 }))
  const exportedIds: number[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const file: ReturnType<typeof takeItems<{ id: number }, { id: number }>> = takeItems(
      { list: items, idOf: ({ id }) => id, after, most: 4 },
      ({ id }) => ({ id, text: 'x'.repeat(900_000) }),
    )
    expect(file.values.length).toBe(Math.min(2, items.length - exportedIds.length))
    exportedIds.push(...file.values.map(({ id }) => id))
    after = file.next
  }
  expect(exportedIds).toEqual(items.map(({ id }) => id))
})
