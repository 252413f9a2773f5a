import { describe, expect, test } from 'vitest'
import { Bodies } from '../../src/store/bodies'
import type { Outbox } from '../../src/store/outbox'
import { withOutbox } from '../support/outbox'

describe('the cache of message bodies', () => {
  const PLENTY = 1_000_000

  type Load = (ids: readonly number[]) => Promise<Map<number, { text: string }>>
  const messages = (load: Load) => ({
    target: 'messages',
    sizeOf: ({ text }: { text: string }) => text.length,
    load: async (ids: readonly number[]) => ({ found: await load(ids), within: ids.length }),
    tombstone: { text: '', is_deleted: true as const },
  })

  const withBodies = (
    name: string,
    act: (bodies: Bodies<{ text: string }>, outbox: Outbox) => void | Promise<void>,
    load = async (_: readonly number[]) => new Map<number, { text: string }>(),
  ) => withOutbox(name, (outbox) => act(new Bodies(outbox, messages(load), 100), outbox))

  test('has the newest bodies up to a limit, and drops the oldest', () =>
    withBodies('bodies-bounded', async (bodies, outbox) => {
      for (let id = 1; id <= 50; id++) bodies.put(id, id, { text: String(id).padStart(10, '.') })
      expect(bodies.available([1, 50], PLENTY).found.size).toBe(2) // the older one comes from the outbox
      await outbox.drain()
      expect([
        ...bodies
          .available(
            Array.from({ length: 50 }, (_, n) => n + 1),
            PLENTY,
          )
          .found.keys(),
      ]).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50])
    }))

  test('does not have a body that is larger than its limit', () =>
    withBodies('bodies-large', async (bodies, outbox) => {
      bodies.put(1, 1, { text: 'x'.repeat(101) })
      await outbox.drain()
      expect(bodies.available([1], PLENTY).found.size).toBe(0)
    }))

  test('has the newest version, and after a rollback the newest committed one', () =>
    withBodies('bodies-versions', (bodies, outbox) => {
      bodies.put(1, 1, { text: 'first' })
      bodies.put(1, 2, { text: 'second' })
      bodies.commitPut()
      bodies.put(1, 3, { text: 'third' })
      expect(bodies.findAvailable(1)).toEqual({ text: 'third' })
      outbox.sql.run`DELETE FROM outbox WHERE version = 3` // as a rollback does
      bodies.rollBackPut()
      expect(bodies.findAvailable(1)).toEqual({ text: 'second' })
    }))

  test('has no removed body, neither in memory nor in the outbox', () =>
    withBodies('bodies-removed', async (bodies, outbox) => {
      bodies.put(1, 1, { text: 'here' })
      bodies.commitPut()
      await outbox.drain()
      bodies.remove([1], 2)
      expect([bodies.available([1], 1000).found.size, bodies.notInD1().size]).toEqual([0, 0])
      await outbox.drain()
      expect(bodies.available([1], 1000).found.size).toBe(0)
    }))

  test('loads no removed body, although D1 has its text until the tombstone is there', async () => {
    await withBodies(
      'bodies-removed-in-d1',
      async (bodies, outbox) => {
        bodies.put(1, 1, { text: 'here' })
        await outbox.drain()
        bodies.remove([1], 2)
        expect(await bodies.loadOne(1)).toBeUndefined()
        const { found, within } = await bodies.load([1, 2], PLENTY)
        expect([[...found.keys()], within]).toEqual([[2], 2])
      },
      async (ids) => new Map(ids.map((id) => [id, { text: 'as D1 has it' }])),
    )
  })

  test('loads only the bodies that it does not have', async () => {
    const loads: (readonly number[])[] = []
    await withBodies(
      'bodies-loaded',
      async (bodies) => {
        bodies.put(1, 1, { text: 'here' })
        const { found } = await bodies.load([1, 2], PLENTY)
        expect([...found]).toEqual(
          expect.arrayContaining([
            [1, { text: 'here' }],
            [2, { text: 'there' }],
          ]),
        )
        await bodies.load([1], PLENTY)
      },
      async (ids) => {
        loads.push(ids)
        return new Map([[2, { text: 'there' }]])
      },
    )
    expect(loads).toEqual([[2]])
  })

  test('keeps a page that it read, without what changed meanwhile', async () => {
    const loads: (readonly number[])[] = []
    const { promise: isRead, resolve: continueReading } = Promise.withResolvers<void>()
    await withBodies(
      'bodies-kept',
      async (bodies, outbox) => {
        const reading = bodies.loadPage([1, 2, 3], PLENTY)
        bodies.put(2, 1, { text: 'edited' })
        bodies.remove([3], 2)
        bodies.commitPut()
        await outbox.drain()
        // The memory of the test holds no second body beside this one.
        bodies.put(4, 3, { text: 'x'.repeat(96) })
        bodies.commitPut()
        await outbox.drain()
        continueReading()
        await reading
        expect([...bodies.available([1, 2, 3], PLENTY).found]).toEqual([[1, { text: 'old' }]])
        await bodies.loadPage([1], PLENTY)
        expect(loads).toEqual([[1, 2, 3]])
      },
      async (ids) => {
        loads.push(ids)
        await isRead
        return new Map(ids.map((id) => [id, { text: 'old' }]))
      },
    )
  })

  test('keeps neither what a walk through all messages reads, nor a page of a thousand', () =>
    withBodies(
      'bodies-walked',
      async (bodies) => {
        const thousand = Array.from({ length: 1000 }, (_, nth) => nth + 1)
        await bodies.loadPage(thousand, PLENTY)
        await bodies.load([1], PLENTY)
        expect(bodies.available(thousand, PLENTY).found.size).toBe(0)
        await bodies.loadPage([1], PLENTY)
        expect(bodies.available(thousand, PLENTY).found.size).toBe(1)
      },
      async (ids) => new Map(ids.map((id) => [id, { text: 'old' }])),
    ))

  test('drops the body whose last use is oldest', () =>
    withBodies('bodies-used', async (bodies, outbox) => {
      for (const id of [1, 2]) bodies.put(id, id, { text: 'x'.repeat(40) })
      expect(bodies.findAvailable(1)).toBeDefined()
      bodies.put(3, 3, { text: 'x'.repeat(40) })
      await outbox.drain()
      expect([...bodies.available([1, 2, 3], PLENTY).found.keys()]).toEqual([1, 3])
    }))

  test('returns the first bodies up to the requested size, and always at least one', async () => {
    await withBodies('bodies-limited', (bodies) => {
      for (let id = 1; id <= 4; id++) bodies.put(id, id, { text: String(id).repeat(40) })
      // The newest two are in memory, at one byte for each character, and the others in the outbox.
      expect(bodies.available([4, 3, 2, 1], 80)).toMatchObject({ within: 2 })
      expect(new Set(bodies.available([4, 3, 2, 1], 230).found.keys())).toEqual(new Set([2, 3, 4]))
      expect([...bodies.available([1, 2, 3, 4], 0).found.keys()]).toEqual([1])
      expect(bodies.available([7, 8, 9], 0)).toEqual({ found: new Map(), within: 3 })
    })
  })
})
