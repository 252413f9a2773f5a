import { describe, expect, test } from 'vitest'
import {
  decodeGroups,
  decodeRuns,
  difference,
  encodeGroups,
  encodeRuns,
  idListOf,
  idsOfList,
  idsOfRuns,
  includesId,
  intersection,
  runsOf,
  sizeOf,
  splitRuns,
  union,
  type Run,
} from '../../src/store/id-set'
import { randomBelow } from '../support/random-numbers'

/** Returns random ids as users read messages: single ids, long runs and large gaps. */
function randomIds(chance: (below: number) => number): number[] {
  const ids: number[] = []
  let next = chance(3)
  for (let runs = chance(12); runs > 0; runs--) {
    for (let length = 1 + chance(chance(4) === 0 ? 60 : 4); length > 0; length--) ids.push(next++)
    next += 1 + chance(chance(5) === 0 ? 5000 : 6)
  }
  return ids
}

const shuffled = (ids: readonly number[], chance: (below: number) => number) =>
  ids
    .map((id) => ({ id, at: chance(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/** Whether the runs are ascending and no two of them touch. Each set has exactly one such form. */
function isNormalised(runs: readonly Run[]): boolean {
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
  test('consists of runs of consecutive ids', () => {
    for (const [ids, runs] of CASES) expect(runsOf(ids)).toEqual(runs)
  })

  test('behaves like a Set, for random ids', () => {
    const chance = randomBelow(7)
    for (let round = 0; round < 400; round++) {
      const [left, right] = [randomIds(chance), randomIds(chance)]
      const [a, b] = [new Set(left), new Set(right)]
      const [runsA, runsB] = [runsOf(shuffled(left, chance)), runsOf(shuffled([...right, ...right], chance))]

      expect([...idsIn(runsA)]).toEqual(ascending(a))
      const both = union(runsA, runsB)
      expect([...idsIn(both)]).toEqual(ascending(new Set([...a, ...b])))
      const rest = difference(runsA, runsB)
      expect([...idsIn(rest)]).toEqual(ascending([...a].filter((id) => !b.has(id))))
      const common = intersection(runsA, runsB)
      expect([...idsIn(common)]).toEqual(ascending([...a].filter((id) => b.has(id))))
      expect(idsOfList(idListOf(runsA))).toEqual(ascending(a))
      expect(sizeOf(runsA)).toBe(a.size)
      expect(union(runsA, runsOf(shuffled(right, chance)))).toEqual(both)
      expect(difference(runsA, runsOf(shuffled(right, chance)))).toEqual(rest)
      for (const runs of [runsA, runsB, both, rest, common]) expect(isNormalised(runs)).toBe(true)
      for (const id of [...left, ...right, -1, 0, chance(6000), 999_999]) expect(includesId(runsA, id)).toBe(a.has(id))
    }
  })

  test('is split into parts of at most so many ids', () => {
    const runs = [
      { from: 1, to: 3 },
      { from: 8, to: 8 },
      { from: 10, to: 15 },
    ]
    const parts = splitRuns(runs, 4).map((part) => idsOfRuns(part))
    expect(parts).toEqual([
      [1, 2, 3, 8],
      [10, 11, 12, 13],
      [14, 15],
    ])
    expect(splitRuns([], 4)).toEqual([])
  })

  test('union and difference do not change their arguments', () => {
    const left = [{ from: 1, to: 5 }]
    const right = [{ from: 4, to: 9 }]
    union(left, right)
    difference(left, right)
    expect([left, right]).toEqual([[{ from: 1, to: 5 }], [{ from: 4, to: 9 }]])
  })
})

describe('a stored set of ids', () => {
  test('decodes to the same ids, however large they are', () => {
    const chance = randomBelow(11)
    const HUGE: Run[] = [
      { from: 0, to: 0 },
      { from: 127, to: 128 },
      { from: 16_384, to: 2 ** 32 },
      { from: 2 ** 40, to: Number.MAX_SAFE_INTEGER - 1 },
    ]
    expect(decodeRuns(encodeRuns(HUGE))).toEqual(HUGE)
    expect(decodeRuns(encodeRuns([]))).toEqual([])
    for (let round = 0; round < 400; round++) {
      const runs = runsOf(randomIds(chance))
      expect(decodeRuns(encodeRuns(runs))).toEqual(runs)
    }
  })

  test('takes three bytes for a chunk in which all messages are read', () => {
    expect(encodeRuns([{ from: 0, to: 16_383 }])).toHaveLength(3)
    expect(encodeRuns([{ from: 5, to: 5 }])).toHaveLength(2)
  })

  test('is found by its key among others', () => {
    const chance = randomBelow(13)
    const groups = new Map([7, 1, 300_000, 5].map((key) => [key, runsOf([key, ...randomIds(chance)])]))
    const bytes = encodeGroups(groups)
    expect(decodeGroups(bytes)).toEqual(groups)
    expect(decodeGroups(bytes, (key) => key === 300_000)).toEqual(new Map([[300_000, groups.get(300_000)]]))
    expect(decodeGroups(bytes, (key) => key === 2)).toEqual(new Map())
    const tested: number[] = []
    const first = (key: number) => tested.push(key) > 0
    expect([...decodeGroups(bytes, first, 1).keys()]).toEqual([...groups.keys()].slice(0, 1))
    expect(tested.length).toBe(1)
  })

  test('throws if it is truncated', () => {
    const bytes = encodeRuns([{ from: 300, to: 900 }])
    for (let length = 1; length < bytes.length; length++)
      expect(() => decodeRuns(bytes.slice(0, length))).toThrow('ends in the middle of a number')
  })
})
