import { after, bucketKey, bucketsOfUnit } from '../keys'
import type { Storage } from '../storage'
import { bucketOf, eachOf, positionOf, wordNumber, type Bucket, type Unit } from './buckets'
import type { IdBits } from './id-bits'

type Index = { storage: Storage; units: readonly Unit[] }

/** Returns for each word the messages that may have it. Messages that wait for the index may have each word. */
export async function messagesWith(
  { storage, units }: Index,
  words: readonly string[],
  waiting: IdBits,
): Promise<Map<string, IdBits>> {
  const requested = [...new Set(words)].map((word) => ({ word, number: wordNumber(word) }))
  const keys = new Map<string, Unit>()
  for (const { number } of requested)
    for (const unit of units) keys.set(bucketKey(unit.number, bucketOf(number, unit.level)), unit)
  const names = [...keys.keys()]
  const buckets = new Map((await storage.read<Bucket>(names)).map((bucket, nth) => [names[nth], bucket]))
  return new Map(
    requested.map(({ word, number }) => {
      const found = waiting.copy()
      for (const unit of units) {
        const bucket = buckets.get(bucketKey(unit.number, bucketOf(number, unit.level)))
        if (bucket) eachOf(bucket, positionOf(bucket.words, number), unit.first, (id) => found.add(id))
      }
      return [word, found]
    }),
  )
}

/** Returns a test of words: whether the index has them in some message. It knows those of the largest unit. */
export async function vocabularyOf({ storage, units }: Index): Promise<(word: string) => boolean> {
  const [largest] = units.toSorted((a, b) => b.count - a.count)
  const from = bucketsOfUnit(largest?.number ?? 0)
  const buckets = await storage.range<Bucket>({ from, to: after(from) })
  const words = new Set(buckets.flatMap(([, bucket]) => [...bucket.words]))
  return (word) => words.has(wordNumber(word))
}
