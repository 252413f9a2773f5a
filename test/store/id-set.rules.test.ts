import { describe, expect, test } from 'vitest'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, union, type Run } from '../../src/store/id-set'

/** The same chances at every run. */
function chancesFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Ids in clumps, as people read: some alone, some together, now and then a long way apart. */
function someIds(chance: (below: number) => number): number[] {
  const ids: number[] = []
  let at = chance(3)
  for (let clumps = chance(12); clumps > 0; clumps--) {
    for (let length = 1 + chance(chance(4) === 0 ? 60 : 4); length > 0; length--) ids.push(at++)
    at += 1 + chance(chance(5) === 0 ? 5000 : 6)
  }
  return ids
}

const shuffled = (ids: readonly number[], chance: (below: number) => number) =>
  ids
    .map((id) => ({ id, at: chance(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/** The one way to write a set: ascending, and no two runs that touch. */
function isTidy(runs: readonly Run[]): boolean {
  return runs.every(({ from, to }, i) => from <= to && (i === 0 || runs[i - 1]!.to + 1 < from))
}

function* idsIn(runs: readonly Run[]): Generator<number> {
  for (const { from, to } of runs) for (let id = from; id <= to; id++) yield id
}

describe('a set of ids', () => {
  const CASES: [ids: number[], runs: Run[]][] = [
    [[], []],
    [[0], [{ from: 0, to: 0 }]],
    [[3, 1, 2], [{ from: 1, to: 3 }]],
    [[5, 5, 5], [{ from: 5, to: 5 }]],
    [
      [1, 3],
      [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
    ],
    [
      [9, 1, 2, 8],
      [
        { from: 1, to: 2 },
        { from: 8, to: 9 },
      ],
    ],
  ]
  test('is runs of consecutive ids', () => {
    for (const [ids, runs] of CASES) expect(runsOf(ids)).toEqual(runs)
  })

  test('does what a plain set does, whatever it holds', () => {
    const chance = chancesFrom(7)
    for (let round = 0; round < 400; round++) {
      const [left, right] = [someIds(chance), someIds(chance)]
      const [a, b] = [new Set(left), new Set(right)]
      const [runsA, runsB] = [runsOf(shuffled(left, chance)), runsOf(shuffled([...right, ...right], chance))]

      expect([...idsIn(runsA)]).toEqual(ascending(a))
      const both = union(runsA, runsB)
      expect([...idsIn(both)]).toEqual(ascending(new Set([...a, ...b])))
      const rest = difference(runsA, runsB)
      expect([...idsIn(rest)]).toEqual(ascending([...a].filter((id) => !b.has(id))))
      expect(union(runsA, runsOf(shuffled(right, chance)))).toEqual(both)
      expect(difference(runsA, runsOf(shuffled(right, chance)))).toEqual(rest)
      for (const runs of [runsA, runsB, both, rest]) expect(isTidy(runs)).toBe(true)
      for (const id of [...left, ...right, -1, 0, chance(6000), 999_999]) expect(includesId(runsA, id)).toBe(a.has(id))
    }
  })

  test('changes neither of the sets it is made from', () => {
    const left = [{ from: 1, to: 5 }]
    const right = [{ from: 4, to: 9 }]
    union(left, right)
    difference(left, right)
    expect([left, right]).toEqual([[{ from: 1, to: 5 }], [{ from: 4, to: 9 }]])
  })
})

describe('a stored set of ids', () => {
  test('is read as it was written, however large its ids', () => {
    const chance = chancesFrom(11)
    const HUGE: Run[] = [
      { from: 0, to: 0 },
      { from: 127, to: 128 },
      { from: 16_384, to: 2 ** 32 },
      { from: 2 ** 40, to: Number.MAX_SAFE_INTEGER - 1 },
    ]
    expect(decodeRuns(encodeRuns(HUGE))).toEqual(HUGE)
    expect(decodeRuns(encodeRuns([]))).toEqual([])
    for (let round = 0; round < 400; round++) {
      const runs = runsOf(someIds(chance))
      expect(decodeRuns(encodeRuns(runs))).toEqual(runs)
    }
  })

  test('is small: a chunk in which all is read takes three bytes', () => {
    expect(encodeRuns([{ from: 0, to: 16_383 }])).toHaveLength(3)
    expect(encodeRuns([{ from: 5, to: 5 }])).toHaveLength(2)
  })

  test('that was cut short is noticed', () => {
    const bytes = encodeRuns([{ from: 300, to: 900 }])
    for (let length = 1; length < bytes.length; length++)
      expect(() => decodeRuns(bytes.slice(0, length))).toThrow('ends in the middle of a number')
  })
})
