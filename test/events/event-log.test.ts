import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsAfter } from '../../src/events/queue-position'
import { captureConsole } from '../support/faults'
import { findCounter } from '../../src/store/counters'
import { withBareLog, type BareLog } from '../support/bare-log'

const times = (count: number, act: () => void) => Array.from({ length: count }, act)

describe('the ids of events', () => {
  test('do not come again after a write that reserved them failed, and the object started again', () =>
    withBareLog('log-refused-reservation', (bare) => {
      const ofBlock = Array.from({ length: 1000 }, () => bare.publish('plain'))
      bare.sql.run`CREATE TRIGGER refuse BEFORE INSERT ON counters BEGIN SELECT raise(ABORT, 'The disk is full'); END`
      expect(() => bare.log.heartbeatId()).toThrow('The disk is full')
      expect(() => bare.undoes(() => void bare.log.heartbeatId())).toThrow('The disk is full')
      bare.sql.run`DROP TRIGGER refuse`
      const later = bare.publish('plain')
      expect(later).toBe(Math.max(...ofBlock) + 1)
      bare.restart()
      expect(bare.publish('plain')).toBeGreaterThan(later)
    }))
})

describe('an empty poll', () => {
  test('reads the header of each event once and no facts, and the next poll finds new events in memory', () =>
    withBareLog('log-empty-poll', (bare) => {
      const queue = bare.register(1)
      times(10_000, () => bare.publish('plain', 2))
      bare.queues.find(queue) // its own row is not counted
      const rowOfQueue = 2
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], read: 10_000 + rowOfQueue, written: 1 })
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], read: 0 })
      times(3, () => bare.publish('plain', 2))
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], read: 0 })
    }))

  test('reads no event of a type that the queue did not request', () =>
    withBareLog('log-other-types', (bare) => {
      const queue = bare.register(1, ['other'])
      times(700, () => bare.publish('plain'))
      const id = bare.publish('other')
      const rows = [...bare.log.eventsAfter(-1, ['other'])]
      expect(rows).toEqual([{ id, kind: 'other', audience: expect.any(String) }])
      expect(bare.poll(queue, -1).ids).toEqual([id])
      expect(bare.poll(queue, id)).toMatchObject({ ids: [], read: 0 })
    }))

  test('reads unacknowledged events again, and no others', () =>
    withBareLog('log-not-acknowledged', (bare) => {
      const queue = bare.register(1)
      const id = bare.publish('plain')
      times(5000, () => bare.publish('plain', 2))
      expect(bare.poll(queue, -1).ids).toEqual([id])
      const again = bare.poll(queue, -1)
      expect(again.ids).toEqual([id])
      expect(again.read).toBe(4) // the header, the facts, and the list of ids
    }))

  test('writes one row after it read many, so that a restart does not repeat the search', () =>
    withBareLog('log-search-kept', (bare) => {
      const queue = bare.register(1)
      times(3000, () => bare.publish('plain', 2))
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], written: 1 })
      bare.restart()
      bare.queues.find(queue)
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], written: 0 })
      expect(bare.poll(queue, -1)).toMatchObject({ ids: [], read: 0 })
      bare.restart()
      bare.queues.find(queue)
      expect(bare.poll(queue, -1).read).toBeLessThanOrEqual(1)
    }))

  test('writes no row after it read few, and none for events that it returned', () =>
    withBareLog('log-few-rows', (bare) => {
      const queue = bare.register(1)
      times(900, () => bare.publish('plain', 2))
      expect(bare.poll(queue, -1).written).toBe(0)
      times(2000, () => bare.publish('plain'))
      const { ids, written } = bare.poll(queue, -1)
      expect(ids).toHaveLength(2000)
      expect(written).toBe(0)
    }))

  test('reads a limited number of rows, and the next call continues there', () =>
    withBareLog('log-turns', (bare) => {
      const queue = bare.register(1)
      times(2600, () => bare.publish('plain', 2))
      const id = bare.publish('plain')
      bare.queues.find(queue)
      const first = bare.poll(queue, -1, 1000)
      expect(first).toMatchObject({ ids: [], isPartial: true })
      expect(first.read).toBeLessThanOrEqual(1500)
      bare.poll(queue, -1, 1000)
      expect(bare.poll(queue, -1, 1000)).toMatchObject({ ids: [id], isPartial: false })
    }))

  test('lets the log be trimmed: the queue does not need events for other queues', () =>
    withBareLog('log-not-size', (bare) => {
      const queue = bare.queues.find(bare.register(1))!
      times(10, () => bare.publish('plain', 2))
      const id = bare.publish('plain')
      bare.publish('plain', 2)
      bare.poll(queue.queue_id, -1)
      expect(needsAfter(queue)).toBe(id - 1)
      bare.poll(queue.queue_id, id)
      expect(needsAfter(queue)).toBe(bare.log.lastId)
    }))

  test('lets the log be trimmed only up to the slowest queue', () =>
    withBareLog('log-slowest', (bare) => {
      const [fast, slow] = [bare.register(1), bare.register(1)]
      const id = bare.publish('plain')
      bare.clock.now += 400 // so the next poll writes the position of the queue
      bare.poll(fast, id)
      bare.log.trim(bare.queues.unneededUpTo(bare.log.lastId))
      bare.restart() // so the event is read from the log
      expect(bare.poll(slow, -1).ids).toEqual([id])
    }))

  test('drops an ephemeral event when it is over, and lets the log be trimmed', () =>
    withBareLog('log-ephemeral', (bare) => {
      const queue = bare.queues.find(bare.register(1))!
      const id = bare.publish('ephemeral')
      bare.publish('plain', 2)
      expect(bare.poll(queue.queue_id, -1).ids).toEqual([id])
      expect(bare.poll(queue.queue_id, -1).ids).toEqual([id])
      bare.clock.now += 60
      expect(bare.poll(queue.queue_id, -1).ids).toEqual([])
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
        times(100, () => bare.publish('plain'))
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.publish('plain')
        expect(bare.log.size.isOverLimit).toBe(true)
        expect(bare.log.trim(bare.log.size.lastToCut()!)).toBe(false)
        expect(bare.log.size.isOverLimit).toBe(false)
        expect(size(bare).rows).toBe(80)
        times(20, () => bare.publish('plain'))
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.restart()
        bare.publish('plain')
        expect(bare.log.size.isOverLimit).toBe(true)
      },
      { rows: 100, bytes: Infinity },
    ))

  test('exceeds its limit with the first byte above it', () =>
    withBareLog(
      'log-bytes',
      (bare) => {
        while (!bare.log.size.isOverLimit) bare.publish('plain')
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
        times(10, () => bare.publish('plain'))
        bare.sql.run`DELETE FROM events WHERE id = ${bare.log.lastId}` // as a rollback does
        bare.log.rollBack()
        bare.publish('plain')
        expect(bare.log.size.isOverLimit).toBe(false)
        bare.publish('plain')
        expect(bare.log.size.isOverLimit).toBe(true)
      },
      { rows: 10, bytes: Infinity },
    ))

  test('is trimmed in batches', () =>
    withBareLog('log-batches', (bare) => {
      times(10_001, () => bare.publish('plain'))
      expect(bare.log.trim(bare.log.lastId)).toBe(true)
      expect(size(bare).rows).toBe(1)
      expect(bare.log.trim(bare.log.lastId)).toBe(false)
      expect(size(bare).rows).toBe(0)
    }))

  test('depends on memory, not on rows, for the slowest queues', () =>
    withBareLog(
      'log-slow',
      (bare) => {
        const warnings = captureConsole('warn')
        const [ahead, behind, silent] = [bare.register(1), bare.register(2), bare.register(3)]
        times(10, () => bare.publish('plain', 2))
        const last = bare.log.lastId
        bare.poll(ahead, -1)
        bare.poll(behind, -1)
        expect(bare.queues.unneededUpTo(last)).toBe(-1) // according to the rows
        expect(bare.queues.removeSlowest(last)).toEqual([behind, silent])
        expect(bare.queues.allIds()).toEqual([ahead])
        expect(warnings).toEqual([JSON.stringify({ level: 'warn', event: 'event_log_over_limit', expired_queues: 2 })])
      },
      { rows: 1000, bytes: Infinity },
    ))

  test('makes queues write their row when it is a tenth of the limit behind', () =>
    withBareLog(
      'log-rows-follow',
      (bare) => {
        const queue = bare.register(1)
        bare.queues.find(queue)
        times(9, () => bare.publish('plain', 2))
        expect(bare.poll(queue, -1).written).toBe(0)
        bare.publish('plain', 2)
        expect(bare.poll(queue, -1).written).toBe(1)
        expect(bare.queues.unneededUpTo(-1)).toBe(bare.log.lastId)
        expect(bare.poll(queue, -1).written).toBe(0)
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
        kind: fc.constant('publish' as const),
        user_id: fc.constantFrom(1, 2, 3),
        count: fc.integer({ min: 1, max: 30 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('poll' as const),
        user_id: fc.constantFrom(...USERS),
        isLost: fc.boolean(),
        maxRows: fc.constantFrom(5, Infinity),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('trim' as const), keepsSpare: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(5, 400) }) },
  )

  test('gives each queue its events in order until it acknowledges them, and not again', () =>
    withBareLog(
      'log-any-order',
      (bare) => {
        fc.assert(
          fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
            for (const queue_id of bare.queues.allIds()) bare.queues.remove(queue_id)
            const queues = new Map(
              USERS.map((user_id) => [user_id, { queue_id: bare.register(user_id), last: -1, due: [] as number[] }]),
            )
            for (const queue of queues.values()) queue.last = bare.log.lastId
            const [received, due]: [number[][], number[][]] = [[], []]
            for (const next of steps)
              if (next.kind === 'publish')
                times(next.count, () => queues.get(next.user_id)?.due.push(bare.publish('plain', next.user_id)))
              else if (next.kind === 'poll') {
                const queue = queues.get(next.user_id)!
                const { ids, isPartial } = bare.poll(queue.queue_id, queue.last, next.maxRows)
                received.push(ids)
                due.push(queue.due.slice(0, isPartial ? ids.length : Infinity))
                if (next.isLost || ids.length === 0) continue
                queue.last = ids.at(-1)!
                queue.due = queue.due.slice(ids.length)
              } else if (next.kind === 'restart') bare.restart()
              else if (next.kind === 'trim') bare.log.trim(bare.queues.unneededUpTo(bare.log.lastId), next)
              else if (next.kind === 'undo') bare.undoes(() => times(next.count, () => bare.publish('plain')))
              else bare.clock.now += next.seconds
            expect(received).toEqual(due)
          }),
          { numRuns: 200 },
        )
      },
      { rows: 200, bytes: Infinity },
    ))
})

describe('an id of an event', () => {
  test('is reserved before it is used, so no restart uses it again', () =>
    withBareLog('reserved-ids', ({ sql, log }) => {
      for (let n = 0; n < 2005; n++) {
        const id = log.takeId()
        expect(findCounter(sql, 'event')).toBeGreaterThan(id)
      }
    }))

  test('is not used again by a restart after a transaction that failed', () =>
    withBareLog('undone-ids', (bare) => {
      bare.undoes(() => bare.publish('plain'))
      const { lastId } = bare.log
      bare.register(1) // from this position on
      bare.restart()
      expect(bare.publish('plain')).toBeGreaterThan(lastId)
    }))
})
