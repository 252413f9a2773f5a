/**
 * A set of message ids as it is stored: runs of consecutive ids. Each run is the gap since the previous run and its length,
 * both as variable-length integers. Users read whole topics, so a chunk of thousands of ids is a few bytes, half of the size
 * of a compressed bitmap.
 */
export type Run = { from: number; to: number } // both inclusive

/** Returns the stored runs that begin at or before `upTo`. */
export function decodeRuns(bytes: Uint8Array, upTo = Infinity): Run[] {
  const runs: Run[] = []
  let at = 0
  let position = 0
  const next = () => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[position++]
      if (byte === undefined) throw new Error('A stored id set ends in the middle of a number')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }
  while (position < bytes.length && at <= upTo) {
    const from = at + next()
    const to = from + next()
    runs.push({ from, to })
    at = to + 1
  }
  return runs
}

/** Returns the bytes to store. The runs must be ascending and disjoint. */
export function encodeRuns(runs: readonly Run[]): Uint8Array {
  const bytes: number[] = []
  const put = (value: number) => {
    let rest = value
    while (rest >= 0x80) {
      bytes.push((rest % 128) | 0x80)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  let at = 0
  for (const run of runs) {
    put(run.from - at)
    put(run.to - run.from)
    at = run.to + 1
  }
  return Uint8Array.from(bytes)
}

/** Returns the runs of a set of ids. */
export function runsOf(ids: Iterable<number>): Run[] {
  const runs: Run[] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && id <= last.to + 1) last.to = Math.max(last.to, id)
    else runs.push({ from: id, to: id })
  }
  return runs
}

/** Returns the ids of either set. */
export function union(left: readonly Run[], right: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of [...left, ...right].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && run.from <= last.to + 1) last.to = Math.max(last.to, run.to)
    else merged.push({ ...run })
  }
  return merged
}

/** Returns the ids of `left` that are not in `right`. */
export function difference(left: readonly Run[], right: readonly Run[]): Run[] {
  const rest: Run[] = []
  let next = 0
  for (const run of left) {
    let from = run.from
    while (next < right.length && right[next]!.to < from) next++
    for (let i = next; i < right.length && right[i]!.from <= run.to; i++) {
      const hole = right[i]!
      if (hole.from > from) rest.push({ from, to: hole.from - 1 })
      from = hole.to + 1
    }
    if (from <= run.to) rest.push({ from, to: run.to })
  }
  return rest
}

/** Returns whether a set contains an id. */
export const includesId = (runs: readonly Run[], id: number): boolean => findRun(runs, id) !== undefined

/** Returns the run that contains an id. */
export function findRun(runs: readonly Run[], id: number): Run | undefined {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (id < run.from) high = middle - 1
    else if (id > run.to) low = middle + 1
    else return run
  }
  return undefined
}
