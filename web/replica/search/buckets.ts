import { textNumber } from '../../../src/domain/messages/replica/digest-rules'

// The index of a replica says which messages have a word. It consists of units, and each of buckets. A word is a number there, so
// what a message has cannot be read in it.

/** Words by their numbers, ascending. The ids of each are differences, in bytes of seven bits. */
export type Bucket = { words: Uint32Array; ends: Uint32Array; bytes: Uint8Array }

/** Messages of which the index has the words. */
export type Unit = { number: number; level: number; first: number; last: number; count: number }

/** How many buckets a unit of each level has, as a power of two. A unit consists of eight of the level below. */
const BITS = [4, 6, 8] as const
export const UNITS_TO_MERGE = 8
export const TOP_LEVEL = BITS.length - 1
/** Units of the highest level with fewer messages become one, too. */
export const SMALL_UNIT = 16_384

const bitsOf = (level: number): number => BITS[level] ?? 8
export const bucketsOf = (level: number): number => 1 << bitsOf(level)
export const bucketOf = (word: number, level: number): number => word >>> (32 - bitsOf(level))

/** Returns the number of a word. Two words have the same one by chance only, and then a search reads some messages in vain. */
export function wordNumber(word: string): number {
  let hash = textNumber(word)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Of each word, its messages in ascending order. */
export type Postings = Map<number, number[]>

/** Returns the buckets that a unit has for words. `first` is not greater than any id. */
export function packed(postings: Postings, { level, first }: Pick<Unit, 'level' | 'first'>): Map<number, Bucket> {
  const byBucket = Map.groupBy(
    [...postings.keys()].sort((a, b) => a - b),
    (word) => bucketOf(word, level),
  )
  return new Map(
    [...byBucket].map(([bucket, words]) => {
      const bytes: number[] = []
      const ends = words.map((word) => {
        let before = first
        for (const id of postings.get(word) ?? []) {
          pushNumber(bytes, id - before)
          before = id
        }
        return bytes.length
      })
      return [bucket, { words: Uint32Array.from(words), ends: Uint32Array.from(ends), bytes: Uint8Array.from(bytes) }]
    }),
  )
}

function pushNumber(bytes: number[], number: number) {
  let left = number
  for (; left >= 128; left >>>= 7) bytes.push((left & 127) | 128)
  bytes.push(left)
}

/** Calls for each message that has a word. */
export function eachOf({ words, ends, bytes }: Bucket, nth: number, first: number, visit: (id: number) => void): void {
  if (words[nth] === undefined) return
  let id = first
  for (let at = ends[nth - 1] ?? 0; at < ends[nth]!;) {
    let [difference, shift] = [0, 0]
    for (; bytes[at]! >= 128; at++, shift += 7) difference |= (bytes[at]! & 127) << shift
    difference |= bytes[at++]! << shift
    id += difference
    visit(id)
  }
}

/** Returns where a word is in a bucket, or -1. */
export function positionOf(words: Uint32Array, word: number): number {
  let [low, high] = [0, words.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = words[middle]!
    if (found === word) return middle
    if (found < word) low = middle + 1
    else high = middle - 1
  }
  return -1
}
