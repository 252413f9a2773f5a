import { describe, expect, test } from 'vitest'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, union, type Run } from '../../src/store/id-set'

/** Returns random numbers, the same for one seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns ids as users read messages: single ids, runs of ids, and sometimes large gaps. */
function randomIds(random: (below: number) => number): number[] {
  const ids: number[] = []
  let at = random(3)
  for (let clumps = random(12); clumps > 0; clumps--) {
    for (let length = 1 + random(random(4) === 0 ? 60 : 4); length > 0; length--) ids.push(at++)
    at += 1 + random(random(5) === 0 ? 5000 : 6)
  }
  return ids
}

const shuffled = (ids: readonly number[], random: (below: number) => number) =>
  ids
    .map((id) => ({ id, at: random(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/** Returns whether runs are ascending and do not touch. */
function isNormalized(runs: readonly Run[]): boolean {
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

  test('behaves like a Set', () => {
    const random = randomFrom(7)
    for (let round = 0; round < 400; round++) {
      const [left, right] = [randomIds(random), randomIds(random)]
      const [a, b] = [new Set(left), new Set(right)]
      const [runsA, runsB] = [runsOf(shuffled(left, random)), runsOf(shuffled([...right, ...right], random))]

      expect([...idsIn(runsA)]).toEqual(ascending(a))
      const both = union(runsA, runsB)
      expect([...idsIn(both)]).toEqual(ascending(new Set([...a, ...b])))
      const rest = difference(runsA, runsB)
      expect([...idsIn(rest)]).toEqual(ascending([...a].filter((id) => !b.has(id))))
      expect(union(runsA, runsOf(shuffled(right, random)))).toEqual(both)
      expect(difference(runsA, runsOf(shuffled(right, random)))).toEqual(rest)
      for (const runs of [runsA, runsB, both, rest]) expect(isNormalized(runs)).toBe(true)
      for (const id of [...left, ...right, -1, 0, random(6000), 999_999]) expect(includesId(runsA, id)).toBe(a.has(id))
    }
  })

  test('is computed without a change of its sources', () => {
    const left = [{ from: 1, to: 5 }]
    const right = [{ from: 4, to: 9 }]
    union(left, right)
    difference(left, right)
    expect([left, right]).toEqual([[{ from: 1, to: 5 }], [{ from: 4, to: 9 }]])
  })
})

describe('a stored set of ids', () => {
  test('is read as it was written, with ids of any size', () => {
    const random = randomFrom(11)
    const HUGE: Run[] = [
      { from: 0, to: 0 },
      { from: 127, to: 128 },
      { from: 16_384, to: 2 ** 32 },
      { from: 2 ** 40, to: Number.MAX_SAFE_INTEGER - 1 },
    ]
    expect(decodeRuns(encodeRuns(HUGE))).toEqual(HUGE)
    expect(decodeRuns(encodeRuns([]))).toEqual([])
    for (let round = 0; round < 400; round++) {
      const runs = runsOf(randomIds(random))
      expect(decodeRuns(encodeRuns(runs))).toEqual(runs)
    }
  })

  test('is small: a chunk in which all messages are read takes three bytes', () => {
    expect(encodeRuns([{ from: 0, to: 16_383 }])).toHaveLength(3)
    expect(encodeRuns([{ from: 5, to: 5 }])).toHaveLength(2)
  })

  test('throws when it is truncated', () => {
    const bytes = encodeRuns([{ from: 300, to: 900 }])
    for (let length = 1; length < bytes.length; length++)
      expect(() => decodeRuns(bytes.slice(0, length))).toThrow('ends in the middle of a number')
  })
})
