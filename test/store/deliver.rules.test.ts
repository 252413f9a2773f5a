import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causeOf } from '../../src/store/d1-errors'
import { deliverRows, type RowDelivery, type RowStore } from '../../src/store/row-delivery'
import { retryAt } from '../../src/store/refused-rows'

type Calls = { taken: number[]; refused: number[]; batches: number[][] }

/** A store that accepts a batch if it accepts each row. `isAway` says at which call it is away. */
function storeOf(accepts: (row: number) => boolean, isAway: (call: number) => boolean, words = 'No reason given') {
  const batches: number[][] = []
  let call = 0
  const store: RowStore<number> = {
    write: async (rows) => {
      batches.push([...rows])
      if (isAway(call++) || !rows.every(accepts)) throw new Error(words)
    },
    isAvailable: async () => !isAway(call++),
    causeOf,
  }
  return { store, batches }
}

async function delivered(
  rows: number[],
  { store, batches }: ReturnType<typeof storeOf>,
  how: Partial<RowDelivery<number>>,
) {
  const calls: Calls = { taken: [], refused: [], batches }
  const end = await deliverRows(store, {
    rows,
    splits: true,
    mayContinue: () => true,
    onStored: (taken) => void calls.taken.push(...taken),
    onRefused: (row) => void calls.refused.push(row),
    ...how,
  })
  return { ...calls, end: end.how }
}

const rowsUpTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)
const always = () => false

describe('delivering rows to a store', () => {
  test('takes one call if the store accepts all of them, and none if there are none', async () => {
    const rows = rowsUpTo(500)
    expect(
      await delivered(
        rows,
        storeOf(() => true, always),
        {},
      ),
    ).toEqual({
      taken: rows,
      refused: [],
      batches: [rows],
      end: 'done',
    })
    expect(
      await delivered(
        [],
        storeOf(() => true, always),
        {},
      ),
    ).toMatchObject({ batches: [], end: 'done' })
  })

  test('delivers every accepted row once and in order, and refuses exactly the others, each alone', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 200 })),
        async (size, bad) => {
          const rows = rowsUpTo(size)
          const { taken, refused, batches, end } = await delivered(
            rows,
            storeOf((row) => !bad.includes(row), always),
            {},
          )
          expect(end).toBe('done')
          expect(taken).toEqual(rows.filter((row) => !bad.includes(row)))
          expect(refused).toEqual(rows.filter((row) => bad.includes(row)))
          // Each refused row costs one path of halves at most.
          expect(batches.length).toBeLessThanOrEqual(1 + 2 * refused.length * Math.ceil(Math.log2(size) || 0))
        },
      ),
    ))

  test('never refuses a row of a store that is away, at whatever call it goes away', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 80 }), async (size, goesAt) => {
        const rows = rowsUpTo(size)
        const { taken, refused, end } = await delivered(
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

  test('asks a store that is away one question beside the batch, however many rows wait', async () => {
    const { batches, end } = await delivered(
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

  test('does not look for a row if it is not told to, unless the error is about a row', async () => {
    const unclear = storeOf((row) => row !== 2, always)
    expect(await delivered([1, 2], unclear, { splits: false })).toMatchObject({ batches: [[1, 2]], end: 'away' })
    const tooBig = storeOf((row) => row !== 2, always, 'D1_ERROR: string or blob too big: SQLITE_TOOBIG')
    expect(await delivered([1, 2], tooBig, { splits: false })).toMatchObject({ taken: [1], refused: [2], end: 'done' })
  })

  test('refuses a row whose error is about it without another question, and none if the store is full', async () => {
    const store = (words: string) => ({
      ...storeOf(() => false, always, words),
      isAvailable: () => Promise.reject(new Error('Nothing was to be asked')),
    })
    const tooBig = store('string or blob too big: SQLITE_TOOBIG')
    expect(await delivered([1], tooBig, {})).toMatchObject({ refused: [1], end: 'done' })
    const full = store('D1_ERROR: Exceeded maximum DB size')
    expect(await delivered([1, 2], full, {})).toMatchObject({ refused: [], batches: [[1, 2]], end: 'away' })
  })

  test('ends where it may not go on, and the rest can be delivered from there', async () => {
    const rows = rowsUpTo(100)
    const { taken, refused, end } = await delivered(
      rows,
      storeOf((row) => row % 7 > 0, always),
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
