import { describe, expect, test } from 'vitest'
import { withBareLog, type BareLog } from '../support/bare-log'

const times = (count: number, act: () => void) => Array.from({ length: count }, act)

/** Returns how many rows this writes. */
function rowsWritten({ sql }: BareLog, act: () => void): number {
  const before = sql.meter.written
  act()
  return sql.meter.written - before
}

const ids = ({ sql }: BareLog) => sql.all<{ id: number }>`SELECT id FROM events ORDER BY id`.map(({ id }) => id)

const trim = ({ log }: BareLog, upTo = log.lastId) => log.trim(upTo, { keepsSpare: true })

describe('rows of the event log that no queue needs', () => {
  test('take new events: each event then writes one row, and trimming the log writes none', () =>
    withBareLog('spare-rows-taken', (bare) => {
      times(10, () => bare.publish('plain'))
      expect(rowsWritten(bare, () => trim(bare))).toBe(0)
      const before = bare.log.lastId
      expect(rowsWritten(bare, () => times(10, () => bare.publish('plain')))).toBe(10)
      expect(ids(bare)).toHaveLength(10)
      expect(Math.min(...ids(bare))).toBeGreaterThan(before)
      expect(rowsWritten(bare, () => trim(bare))).toBe(0)
      expect(rowsWritten(bare, () => times(12, () => bare.publish('plain')))).toBe(12)
      expect(ids(bare)).toHaveLength(12)
    }))

  test('are deleted if fewer events came than the time before', () =>
    withBareLog('spare-rows-deleted', (bare) => {
      times(10, () => bare.publish('plain'))
      trim(bare)
      times(4, () => bare.publish('plain'))
      expect(ids(bare)).toHaveLength(10)
      expect(rowsWritten(bare, () => trim(bare))).toBe(6)
      expect(ids(bare)).toHaveLength(4)
      trim(bare)
      expect(ids(bare)).toEqual([])
    }))

  test('are those up to the slowest queue: an event that a queue needs stays', () =>
    withBareLog('spare-rows-needed', (bare) => {
      times(5, () => bare.publish('plain'))
      const queue = bare.register(1)
      const needed = times(5, () => void 0).map(() => bare.publish('plain'))
      trim(bare, bare.queues.unneededUpTo(bare.log.lastId))
      needed.push(...times(8, () => void 0).map(() => bare.publish('plain')))
      expect(ids(bare)).toEqual(needed)
      expect(bare.poll(queue, -1).ids).toEqual(needed)
    }))

  test('are no events for a queue that reads the log from its beginning', () =>
    withBareLog('spare-rows-hidden', (bare) => {
      const old = bare.publish('plain')
      bare.restart() // so events are read from the table
      bare.publish('plain')
      trim(bare, old)
      bare.restart()
      bare.publish('plain')
      trim(bare, old)
      expect(ids(bare)).toContain(old)
      expect([...bare.log.eventsAfter(-1, null)].map(({ id }) => id)).not.toContain(old)
      expect(bare.log.eventsWithIds([old])).toEqual([])
      expect(bare.log.oldestId).toBeGreaterThan(old)
      expect(bare.log.firstNumberAfter(-1, 'plain', '$.none')).toBeNull()
    }))

  test('do not count as the size of the log', () =>
    withBareLog(
      'spare-rows-size',
      (bare) => {
        times(10, () => bare.publish('plain'))
        trim(bare)
        times(10, () => bare.publish('plain'))
        expect(bare.log.size.isOverLimit).toBe(false)
        expect(bare.log.size.fill).toBe(1)
        trim(bare)
        expect(bare.log.size.fill).toBe(0)
      },
      { rows: 10, bytes: Infinity },
    ))

  test('are as before after a transaction that failed', () =>
    withBareLog('spare-rows-undone', (bare) => {
      const queue = bare.register(1)
      times(6, () => bare.publish('plain', 2))
      trim(bare)
      const before = ids(bare)
      bare.undoes(() => times(4, () => bare.publish('plain')))
      expect(ids(bare)).toEqual(before)
      const id = bare.publish('plain')
      expect(bare.poll(queue, before.at(-1)!).ids).toEqual([id])
      trim(bare, before.at(-1))
      expect(bare.poll(queue, before.at(-1)!).ids).toEqual([id])
    }))

  test('are none if the transaction that trimmed the log failed', () =>
    withBareLog('spare-rows-trim-undone', (bare) => {
      const queue = bare.register(1)
      const needed = [bare.publish('plain'), bare.publish('plain')]
      bare.undoes(() => trim(bare))
      needed.push(bare.publish('plain'))
      bare.restart() // so events are read from the table
      expect(bare.poll(queue, -1).ids).toEqual(needed)
    }))

  test('are all deleted if the log keeps no spare rows', () =>
    withBareLog('spare-rows-none', (bare) => {
      times(10, () => bare.publish('plain'))
      bare.log.trim(bare.log.lastId)
      expect(ids(bare)).toEqual([])
    }))
})
