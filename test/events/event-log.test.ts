import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsAfter } from '../../src/events/queue-position'
import { hush } from '../support/faults'
import { withBareLog, type BareLog } from '../support/bare-log'

const times = (count: number, act: () => void) => Array.from({ length: count }, act)

describe('an empty poll', () => {
  test('reads the header of each event once and no facts, and the next poll reads only new events', () =>
    withBareLog('log-empty-poll', (bare) => {
      const queue = bare.registers(1)
      times(10_000, () => bare.says('told', 2))
      bare.queues.find(queue) // its own row is not counted
      const rowOfQueue = 2
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], read: 10_000 + rowOfQueue, written: 1 })
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], read: 0 })
      times(3, () => bare.says('told', 2))
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], read: 3 })
    }))

  test('reads no event of a type that the queue did not request', () =>
    withBareLog('log-other-types', (bare) => {
      const queue = bare.registers(1, ['other'])
      times(700, () => bare.says('told'))
      const id = bare.says('other')
      const rows = [...bare.log.eventsAfter(-1, ['other'])]
      expect(rows).toEqual([{ id, kind: 'other', audience: expect.any(String) }])
      expect(bare.polls(queue, -1).ids).toEqual([id])
      expect(bare.polls(queue, id)).toMatchObject({ ids: [], read: 0 })
    }))

  test('reads unacknowledged events again, and no others', () =>
    withBareLog('log-not-acknowledged', (bare) => {
      const queue = bare.registers(1)
      const id = bare.says('told')
      times(5000, () => bare.says('told', 2))
      expect(bare.polls(queue, -1).ids).toEqual([id])
      const again = bare.polls(queue, -1)
      expect(again.ids).toEqual([id])
      expect(again.read).toBe(4) // the header, the facts, and the list of ids
    }))

  test('writes one row after it read many, so that a restart does not repeat the search', () =>
    withBareLog('log-search-kept', (bare) => {
      const queue = bare.registers(1)
      times(3000, () => bare.says('told', 2))
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], written: 1 })
      bare.restart()
      bare.queues.find(queue)
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], written: 0 })
      expect(bare.polls(queue, -1)).toMatchObject({ ids: [], read: 0 })
      bare.restart()
      bare.queues.find(queue)
      expect(bare.polls(queue, -1).read).toBeLessThanOrEqual(1)
    }))

  test('writes no row after it read few, and none for events that it returned', () =>
    withBareLog('log-few-rows', (bare) => {
      const queue = bare.registers(1)
      times(900, () => bare.says('told', 2))
      expect(bare.polls(queue, -1).written).toBe(0)
      times(2000, () => bare.says('told'))
      const { ids, written } = bare.polls(queue, -1)
      expect(ids).toHaveLength(2000)
      expect(written).toBe(0)
    }))

  test('reads a limited number of rows, and the next call continues there', () =>
    withBareLog('log-turns', (bare) => {
      const queue = bare.registers(1)
      times(2600, () => bare.says('told', 2))
      const id = bare.says('told')
      bare.queues.find(queue)
      const first = bare.polls(queue, -1, 1000)
      expect(first).toMatchObject({ ids: [], isPartial: true })
      expect(first.read).toBeLessThanOrEqual(1500)
      bare.polls(queue, -1, 1000)
      expect(bare.polls(queue, -1, 1000)).toMatchObject({ ids: [id], isPartial: false })
    }))

  test('lets the log be trimmed: the queue does not need events for other queues', () =>
    withBareLog('log-not-size', (bare) => {
      const queue = bare.queues.find(bare.registers(1))!
      times(10, () => bare.says('told', 2))
      const id = bare.says('told')
      bare.says('told', 2)
      bare.polls(queue.queue_id, -1)
      expect(needsAfter(queue)).toBe(id - 1)
      bare.polls(queue.queue_id, id)
      expect(needsAfter(queue)).toBe(bare.log.lastId)
    }))

  test('drops an ephemeral event when it is over, and lets the log be trimmed', () =>
    withBareLog('log-fleeting', (bare) => {
      const queue = bare.queues.find(bare.registers(1))!
      const id = bare.says('fleeting')
      bare.says('told', 2)
      expect(bare.polls(queue.queue_id, -1).ids).toEqual([id])
      expect(bare.polls(queue.queue_id, -1).ids).toEqual([id])
      bare.clock.now += 60
      expect(bare.polls(queue.queue_id, -1).ids).toEqual([])
      expect(needsAfter(queue)).toBe(bare.log.lastId)
    }))
})

describe('the size of the log', () => {
  const size = ({ sql }: BareLog) =>
    sql.one<{ rows: number; bytes: number }>`
      SELECT count(*) AS rows, coalesce(sum(octet_length(kind) + octet_length(audience) + octet_length(facts)), 0) AS bytes
      FROM events`

  test('exceeds its limit with the first row above it, and is cut to well below it', () =>
    withBareLog(
      'log-rows',
      (bare) => {
        times(100, () => bare.says('told'))
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.says('told')
        expect(bare.log.size.isOverLimit).toBe(true)
        expect(bare.log.trim(bare.log.size.lastToCut()!)).toBe(false)
        expect(bare.log.size.isOverLimit).toBe(false)
        expect(size(bare).rows).toBe(80)
        times(20, () => bare.says('told'))
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.restart()
        bare.says('told')
        expect(bare.log.size.isOverLimit).toBe(true)
      },
      { rows: 100, bytes: Infinity },
    ))

  test('exceeds its limit with the first byte above it', () =>
    withBareLog(
      'log-bytes',
      (bare) => {
        while (!bare.log.size.isOverLimit) bare.says('told')
        const { rows, bytes } = size(bare)
        expect(bytes).toBeGreaterThan(10_000)
        expect(bytes - bytes / rows).toBeLessThanOrEqual(10_000)
        bare.log.trim(bare.log.size.lastToCut()!)
        expect(size(bare).bytes).toBeLessThanOrEqual(8000)
        expect(size(bare).bytes).toBeGreaterThan(8000 - (2 * bytes) / rows)
      },
      { rows: Infinity, bytes: 10_000 },
    ))

  test('is read again after a rollback', () =>
    withBareLog(
      'log-rollback',
      (bare) => {
        times(10, () => bare.says('told'))
        bare.sql.run`DELETE FROM events WHERE id = ${bare.log.lastId}` // as a rollback does
        bare.log.reserveOnNextUse()
        bare.says('told')
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.says('told')
        expect(bare.log.size.isOverLimit).toBe(true)
      },
      { rows: 10, bytes: Infinity },
    ))

  test('is trimmed in batches', () =>
    withBareLog('log-bites', (bare) => {
      times(10_001, () => bare.says('told'))
      expect(bare.log.trim(bare.log.lastId)).toBe(true)
      expect(size(bare).rows).toBe(1)
      expect(bare.log.trim(bare.log.lastId)).toBe(false)
      expect(size(bare).rows).toBe(0)
    }))

  test('depends on memory, not on rows, for the slowest queues', () =>
    withBareLog(
      'log-slow',
      (bare) => {
        const said = hush('warn')
        const [ahead, behind, silent] = [bare.registers(1), bare.registers(2), bare.registers(3)]
        times(10, () => bare.says('told', 2))
        const last = bare.log.lastId
        bare.polls(ahead, -1)
        bare.polls(behind, -1)
        expect(bare.queues.unneededUpTo(last)).toBe(-1) // as far as the rows know
        expect(bare.queues.removeSlowest(last)).toEqual([behind, silent])
        expect(bare.queues.allIds()).toEqual([ahead])
        expect(said).toEqual(['The event log is over its limit: 2 of the slowest queues expire'])
      },
      { rows: 1000, bytes: Infinity },
    ))

  test('makes queues write their row when it is a tenth of the limit behind', () =>
    withBareLog(
      'log-rows-follow',
      (bare) => {
        const queue = bare.registers(1)
        bare.queues.find(queue)
        times(9, () => bare.says('told', 2))
        expect(bare.polls(queue, -1).written).toBe(0)
        bare.says('told', 2)
        expect(bare.polls(queue, -1).written).toBe(1)
        expect(bare.queues.unneededUpTo(-1)).toBe(bare.log.lastId)
        expect(bare.polls(queue, -1).written).toBe(0)
      },
      { rows: 100, bytes: Infinity },
    ))
})

describe('any sequence of steps', () => {
  const USERS = [1, 2]
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('say' as const),
        user_id: fc.constantFrom(1, 2, 3),
        count: fc.integer({ min: 1, max: 30 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('poll' as const),
        user_id: fc.constantFrom(...USERS),
        isLost: fc.boolean(),
        mostRows: fc.constantFrom(5, Infinity),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('trim' as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(5, 400) }) },
  )

  test('gives each queue its events in order until it acknowledges them, and not again', () =>
    withBareLog(
      'log-any-order',
      (bare) => {
        fc.assert(
          fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
            for (const queue_id of bare.queues.allIds()) bare.queues.remove(queue_id)
            const queues = new Map(
              USERS.map((user_id) => [user_id, { queue_id: bare.registers(user_id), last: -1, due: [] as number[] }]),
            )
            for (const queue of queues.values()) queue.last = bare.log.lastId
            const [heard, due]: [number[][], number[][]] = [[], []]
            for (const each of steps)
              if (each.does === 'say')
                times(each.count, () => queues.get(each.user_id)?.due.push(bare.says('told', each.user_id)))
              else if (each.does === 'poll') {
                const queue = queues.get(each.user_id)!
                const { ids, isPartial } = bare.polls(queue.queue_id, queue.last, each.mostRows)
                heard.push(ids)
                due.push(queue.due.slice(0, isPartial ? ids.length : Infinity))
                if (each.isLost || ids.length === 0) continue
                queue.last = ids.at(-1)!
                queue.due = queue.due.slice(ids.length)
              } else if (each.does === 'restart') bare.restart()
              else if (each.does === 'trim') bare.log.trim(bare.queues.unneededUpTo(bare.log.lastId))
              else bare.clock.now += each.seconds
            expect(heard).toEqual(due)
          }),
          { numRuns: 200 },
        )
      },
      { rows: 200, bytes: Infinity },
    ))
})
