import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causeOf } from '../../src/store/d1-errors'
import { deliverRows, type RowDelivery, type RowStore } from '../../src/store/row-delivery'
import { retryAt } from '../../src/store/refused-rows'

type Calls = { taken: number[]; refused: number[]; batches: number[][] }

/** Returns a store that accepts a batch if it accepts each row. It is unavailable in the calls for which `isAway` is true. */
function storeOf(accepts: (row: number) => boolean, isAway: (call: number) => boolean, message = 'No reason given') {
  const batches: number[][] = []
  let call = 0
  const store: RowStore<number> = {
    write: async (rows) => {
      batches.push([...rows])
      if (isAway(call++) || !rows.every(accepts)) throw new Error(message)
    },
    isAvailable: async () => !isAway(call++),
    causeOf,
  }
  return { store, batches }
}

async function deliver(
  rows: number[],
  { store, batches }: ReturnType<typeof storeOf>,
  options: Partial<RowDelivery<number>>,
) {
  const calls: Calls = { taken: [], refused: [], batches }
  const end = await deliverRows(store, {
    rows,
    splits: true,
    mayContinue: () => true,
    onStored: (taken) => void calls.taken.push(...taken),
    onRefused: (row) => void calls.refused.push(row),
    ...options,
  })
  return { ...calls, end: end.how }
}

const rowsUpTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
const never = () => false

describe('delivering rows to a store', () => {
  test('sends one batch if the store accepts all rows, and none without rows', async () => {
    const rows = rowsUpTo(500)
    expect(
      await deliver(
        rows,
        storeOf(() => true, never),
        {},
      ),
    ).toEqual({
      taken: rows,
      refused: [],
      batches: [rows],
      end: 'done',
    })
    expect(
      await deliver(
        [],
        storeOf(() => true, never),
        {},
      ),
    ).toMatchObject({ batches: [], end: 'done' })
  })

  test('delivers each accepted row once, in order, and refuses each other row alone', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 200 })),
        async (size, bad) => {
          const rows = rowsUpTo(size)
          const { taken, refused, batches, end } = await deliver(
            rows,
            storeOf((row) => !bad.includes(row), never),
            {},
          )
          expect(end).toBe('done')
          expect(taken).toEqual(rows.filter((row) => !bad.includes(row)))
          expect(refused).toEqual(rows.filter((row) => bad.includes(row)))
          // A refused row costs at most one batch for each halving.
          expect(batches.length).toBeLessThanOrEqual(1 + 2 * refused.length * Math.ceil(Math.log2(size) || 0))
        },
      ),
    ))

  test('refuses no row because the store is unavailable, at any call', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 80 }), async (size, goesAt) => {
        const rows = rowsUpTo(size)
        const { taken, refused, end } = await deliver(
          rows,
          storeOf(
            (row) => row !== 3,
            (call) => call >= goesAt,
          ),
          {},
        )
        expect(refused.filter((row) => row !== 3)).toEqual([])
        expect(taken).toEqual(rows.filter((row) => row !== 3).slice(0, taken.length))
        expect(end).toBe(taken.length + refused.length < size ? 'away' : 'done')
      }),
    ))

  test('sends one batch and one availability check to a store that is unavailable', async () => {
    const { batches, end } = await deliver(
      rowsUpTo(500),
      storeOf(
        () => true,
        () => true,
      ),
      {},
    )
    expect(batches).toHaveLength(1)
    expect(end).toBe('away')
  })

  test('splits a batch only if `splits` is true, or if the error is about a row', async () => {
    const unclear = storeOf((row) => row !== 2, never)
    expect(await deliver([1, 2], unclear, { splits: false })).toMatchObject({ batches: [[1, 2]], end: 'away' })
    const tooBig = storeOf((row) => row !== 2, never, 'D1_ERROR: string or blob too big: SQLITE_TOOBIG')
    expect(await deliver([1, 2], tooBig, { splits: false })).toMatchObject({ taken: [1], refused: [2], end: 'done' })
  })

  test('checks the availability neither if the error is about a row, nor if the store is full', async () => {
    const store = (message: string) => ({
      ...storeOf(() => false, never, message),
      isAvailable: () => Promise.reject(new Error('No check was necessary')),
    })
    const tooBig = store('string or blob too big: SQLITE_TOOBIG')
    expect(await deliver([1], tooBig, {})).toMatchObject({ refused: [1], end: 'done' })
    const full = store('D1_ERROR: Exceeded maximum DB size')
    expect(await deliver([1, 2], full, {})).toMatchObject({ refused: [], batches: [[1, 2]], end: 'away' })
  })

  test('stops if it may not continue, and a later call can continue there', async () => {
    const rows = rowsUpTo(100)
    const { taken, refused, end } = await deliver(
      rows,
      storeOf((row) => row % 7 > 0, never),
      {
        mayContinue: (calls) => calls < 20,
      },
    )
    expect(end).toBe('interrupted')
    const settled = [...taken, ...refused].sort((a, b) => a - b)
    expect(settled).toEqual(rows.slice(0, settled.length))
    expect(settled.length).toBeGreaterThan(7)
  })
})

test('a refused row is tried ten times, with growing pauses', () => {
  const pauses = rowsUpTo(10).map((attempts) => retryAt(attempts, 1000))
  expect(pauses.slice(0, 9).every((at, n) => at !== null && at >= (pauses[n - 1] ?? 1001))).toBe(true)
  expect(pauses[9]).toBeNull()
})
