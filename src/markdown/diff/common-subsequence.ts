import type { DiffBudget } from '../diff-budget'

/**
 * Returns, for each word of `after`, the index of the same word in `before`, or -1. The indexes rise. For texts of usual
 * length this is the longest common subsequence. Long texts are first split at words that both texts have once, and what is
 * still long counts as rewritten. So the time is bounded by the sum of the lengths, not by their product.
 */
export function commonSubsequence(before: readonly string[], after: readonly string[], budget: DiffBudget): Int32Array {
  const indexes = new Int32Array(after.length).fill(-1)
  matchRange({ before, after, indexes, budget }, { from: 0, to: before.length }, { from: 0, to: after.length })
  return indexes
}

type Texts = { before: readonly string[]; after: readonly string[]; indexes: Int32Array; budget: DiffBudget }
type Range = { from: number; to: number }

const MAX_CELLS = 1_000_000
/** Finding the words that both texts have once takes as long as this many comparisons of each word. */
const PAIRS_PER_WORD = 50

function matchRange(texts: Texts, beforeRange: Range, afterRange: Range) {
  const { before, after, indexes } = texts
  let [a, b, endA, endB] = [beforeRange.from, afterRange.from, beforeRange.to, afterRange.to]
  while (a < endA && b < endB && before[a] === after[b]) indexes[b++] = a++
  while (a < endA && b < endB && before[endA - 1] === after[endB - 1]) indexes[--endB] = --endA
  if (a === endA || b === endB) return
  const isSmall = (endA - a) * (endB - b) <= MAX_CELLS
  const pairs = isSmall ? (endA - a) * (endB - b) : (endA - a + endB - b) * PAIRS_PER_WORD
  if (pairs > texts.budget.pairs) return
  texts.budget.pairs -= pairs
  if (isSmall) matchLongest(texts, { from: a, to: endA }, { from: b, to: endB })
  else matchBetweenAnchors(texts, { from: a, to: endA }, { from: b, to: endB })
}

/** Finds the longest common subsequence: first its length from each pair of positions on, then the way through. */
function matchLongest({ before, after, indexes }: Texts, beforeRange: Range, afterRange: Range) {
  const width = afterRange.to - afterRange.from + 1
  const lengths = new Uint16Array((beforeRange.to - beforeRange.from + 1) * width)
  const cell = (a: number, b: number) => (a - beforeRange.from) * width + b - afterRange.from
  for (let a = beforeRange.to - 1; a >= beforeRange.from; a--) {
    for (let b = afterRange.to - 1; b >= afterRange.from; b--) {
      const [down, right] = [lengths[cell(a + 1, b)] ?? 0, lengths[cell(a, b + 1)] ?? 0]
      lengths[cell(a, b)] = before[a] === after[b] ? (lengths[cell(a + 1, b + 1)] ?? 0) + 1 : Math.max(down, right)
    }
  }
  for (let [a, b] = [beforeRange.from, afterRange.from]; a < beforeRange.to && b < afterRange.to;) {
    if (before[a] === after[b]) indexes[b++] = a++
    else if ((lengths[cell(a + 1, b)] ?? 0) >= (lengths[cell(a, b + 1)] ?? 0)) a += 1
    else b += 1
  }
}

function matchBetweenAnchors(texts: Texts, beforeRange: Range, afterRange: Range) {
  const anchors = findAnchors(texts, beforeRange, afterRange)
  if (anchors.length === 0) return
  let [a, b] = [beforeRange.from, afterRange.from]
  for (const [anchorA, anchorB] of anchors) {
    matchRange(texts, { from: a, to: anchorA }, { from: b, to: anchorB })
    texts.indexes[anchorB] = anchorA
    ;[a, b] = [anchorA + 1, anchorB + 1]
  }
  matchRange(texts, { from: a, to: beforeRange.to }, { from: b, to: afterRange.to })
}

/** Returns the indexes of words that both texts have once: the most that have the same order in both. */
function findAnchors({ before, after }: Texts, beforeRange: Range, afterRange: Range): [number, number][] {
  const uniqueAfter = indexesOfUniqueWords(after, afterRange)
  const pairs: [number, number][] = []
  for (const [word, a] of indexesOfUniqueWords(before, beforeRange)) {
    const b = uniqueAfter.get(word)
    if (b !== undefined) pairs.push([a, b])
  }
  return longestRising(pairs)
}

function indexesOfUniqueWords(words: readonly string[], { from, to }: Range): Map<string, number> {
  const indexes = new Map<string, number>()
  const seen = new Set<string>()
  for (let index = from; index < to; index++) {
    const word = words[index] ?? ''
    if (seen.has(word)) indexes.delete(word)
    else indexes.set(word, index)
    seen.add(word)
  }
  return indexes
}

/** Returns the longest sequence of pairs that is in the order of both numbers, from pairs in order of the first (patience sorting). */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const piles: number[] = []
  const below: number[] = []
  pairs.forEach(([, b], index) => {
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1
      else high = middle
    }
    below[index] = piles[low - 1] ?? -1
    piles[low] = index
  })
  const rising: [number, number][] = []
  for (let index = piles.at(-1) ?? -1; index >= 0; index = below[index] ?? -1) {
    const pair = pairs[index]
    if (pair) rising.push(pair)
  }
  return rising.toReversed()
}
