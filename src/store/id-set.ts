/**
 * A set of message ids as it is stored: runs of consecutive ids. Each run is the gap since the previous run and its length,
 * both as variable-length integers. Users read whole topics, so a chunk of thousands of ids is a few bytes, half of the size
 * of a compressed bitmap.
 */
export type Run = { from: number; to: number } // both inclusive

/** Returns the stored runs that begin at or before `upTo`. */
export function decodeRuns(bytes: Uint8Array, upTo = Infinity): Run[] {
  const runs: Run[] = []
  const numbers = new StoredNumbers(bytes)
  let at = 0
  while (!numbers.isAtEnd() && at <= upTo) {
    const from = at + numbers.next()
    const to = from + numbers.next()
    runs.push({ from, to })
    at = to + 1
  }
  return runs
}

/** Reads variable-length integers, one after the other. */
class StoredNumbers {
  #position = 0

  constructor(readonly bytes: Uint8Array) {}

  isAtEnd(): boolean {
    return this.#position >= this.bytes.length
  }

  next(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.bytes[this.#position++]
      if (byte === undefined) throw new Error('A stored id set ends in the middle of a number')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  take(count: number): Uint8Array {
    const taken = this.bytes.subarray(this.#position, this.#position + count)
    this.#position += count
    return taken
  }
}

/** Returns the bytes to store. The runs must be ascending and disjoint. */
export function encodeRuns(runs: readonly Run[]): Uint8Array {
  const bytes: number[] = []
  let at = 0
  for (const run of runs) {
    putNumber(bytes, run.from - at)
    putNumber(bytes, run.to - run.from)
    at = run.to + 1
  }
  return Uint8Array.from(bytes)
}

function putNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 128) | 0x80)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Returns the bytes to store for sets of ids by key. */
export function encodeGroups(groups: ReadonlyMap<number, readonly Run[]>): Uint8Array {
  const bytes: number[] = []
  for (const [key, runs] of groups) {
    const encoded = encodeRuns(runs)
    putNumber(bytes, key)
    putNumber(bytes, encoded.length)
    for (const byte of encoded) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** Returns the stored sets of ids by key, of the keys that are wanted. It ends when it has `most` of them. */
export function decodeGroups(
  bytes: Uint8Array,
  isWanted: (key: number) => boolean = () => true,
  most = Infinity,
): Map<number, Run[]> {
  const groups = new Map<number, Run[]>()
  const numbers = new StoredNumbers(bytes)
  while (groups.size < most && !numbers.isAtEnd()) {
    const key = numbers.next()
    const encoded = numbers.take(numbers.next())
    if (isWanted(key)) groups.set(key, decodeRuns(encoded))
  }
  return groups
}

/** Returns the runs of a set of ids. */
export function runsOf(ids: Iterable<number>): Run[] {
  const runs: Run[] = []
  let last: Run | undefined
  for (const id of ascending(Array.isArray(ids) ? ids : [...ids])) {
    if (last && id <= last.to + 1) last.to = id
    else runs.push((last = { from: id, to: id }))
  }
  return runs
}

/** Returns these ids in ascending order. Most lists of ids are in order already, and to sort a long one takes long. */
function ascending(ids: readonly number[]): readonly number[] {
  for (let nth = 1; nth < ids.length; nth++) if (ids[nth]! < ids[nth - 1]!) return ids.toSorted((a, b) => a - b)
  return ids
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

/** Returns the ids that are in both sets. */
export function intersection(left: readonly Run[], right: readonly Run[]): Run[] {
  const both: Run[] = []
  let next = 0
  for (const { from, to } of left) {
    while (next < right.length && right[next]!.to < from) next++
    for (let i = next; i < right.length && right[i]!.from <= to; i++)
      both.push({ from: Math.max(from, right[i]!.from), to: Math.min(to, right[i]!.to) })
  }
  return both
}

/** Returns the ids of a set, ascending. */
export function idsOfRuns(runs: readonly Run[]): number[] {
  const ids: number[] = []
  for (const { from, to } of runs) for (let id = from; id <= to; id++) ids.push(id)
  return ids
}

/** Returns how many ids a set has. */
export const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** Returns the set in parts of at most `most` ids. */
export function splitRuns(runs: readonly Run[], most: number): Run[][] {
  const parts: Run[][] = []
  let room = 0
  for (const run of runs)
    for (let { from } = run; from <= run.to;) {
      if (room === 0) {
        parts.push([])
        room = most
      }
      const to = Math.min(run.to, from + room - 1)
      parts.at(-1)!.push({ from, to })
      room -= to - from + 1
      from = to + 1
    }
  return parts
}

/** Ascending ids in the JSON of an event: each run of several ids is a pair, so a long list is short. */
export type IdList = (number | [from: number, to: number])[]

export const idListOf = (runs: readonly Run[]): IdList => runs.map(({ from, to }) => (from === to ? from : [from, to]))

export function idsOfList(list: IdList): number[] {
  const ids: number[] = []
  for (const entry of list)
    if (typeof entry === 'number') ids.push(entry)
    else for (let id = entry[0]; id <= entry[1]; id++) ids.push(id)
  return ids
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
