import { describe, expect, test } from 'vitest'
import { RecentEvents } from '../../src/events/recent-events'

const event = (id: number, facts = '{}') => ({ id, kind: 'typing', audience: '{}', facts })
const idsAfter = (recent: RecentEvents, id: number) => recent.eventsAfter(id)?.map((found) => found.id)

describe('RecentEvents', () => {
  test('has all events since the object woke, and knows that it has no others', () => {
    const recent = new RecentEvents(10)
    expect(idsAfter(recent, 10)).toEqual([])
    expect(idsAfter(recent, 9)).toBeUndefined()
    for (const id of [11, 14, 15]) recent.add(event(id))
    expect(idsAfter(recent, 9)).toBeUndefined()
    expect(idsAfter(recent, 10)).toEqual([11, 14, 15])
    expect(idsAfter(recent, 12)).toEqual([14, 15])
    expect(idsAfter(recent, 14)).toEqual([15])
    expect(idsAfter(recent, 99)).toEqual([])
  })

  test('forgets the oldest when there are too many, or when they are too large', () => {
    const many = new RecentEvents(0)
    for (let id = 1; id <= 2000; id++) {
      many.add(event(id))
      expect(idsAfter(many, id - 1)).toEqual([id])
    }
    expect(idsAfter(many, 1000)).toBeUndefined()
    const large = new RecentEvents(0)
    for (const id of [1, 2, 3]) large.add(event(id, 'x'.repeat(400_000)))
    expect(idsAfter(large, 1)).toBeUndefined()
    expect(idsAfter(large, 2)).toEqual([3])
    large.add(event(4, 'x'.repeat(3_000_000)))
    expect(idsAfter(large, 4)).toEqual([])
  })

  test('has none after a rollback', () => {
    const recent = new RecentEvents(0)
    recent.add(event(1))
    recent.clear(1)
    expect(idsAfter(recent, 0)).toBeUndefined()
    recent.add(event(2))
    expect(idsAfter(recent, 1)).toEqual([2])
  })
})
