import type { DiffBudget } from '../diff-budget'

/**
 * Which words of one text are those of another, in order: for each word after, the index of its counterpart before, or
 * -1. As many as can be for texts of ordinary length; long ones are first cut at words that each has only once, and
 * what is still long then counts as rewritten. So the time this takes is bounded by the lengths, not by their product.
 */
export function counterparts(before: readonly string[], after: readonly string[], budget: DiffBudget): Int32Array {
  const found = new Int32Array(after.length).fill(-1)
  match({ before, after, found, budget }, { from: 0, to: before.length }, { from: 0, to: after.length })
  return found
}

type Texts = { before: readonly string[]; after: readonly string[]; found: Int32Array; budget: DiffBudget }
type Span = { from: number; to: number }

const MAX_CELLS = 1_000_000
/** To look for words that both have once takes as long as so many comparisons of each word. */
const PAIRS_PER_ANCHORED_WORD = 50

function match(texts: Texts, old: Span, young: Span) {
  const { before, after, found } = texts
  let [a, b, endA, endB] = [old.from, young.from, old.to, young.to]
  while (a < endA && b < endB && before[a] === after[b]) found[b++] = a++
  while (a < endA && b < endB && before[endA - 1] === after[endB - 1]) found[--endB] = --endA
  if (a === endA || b === endB) return
  const isSmall = (endA - a) * (endB - b) <= MAX_CELLS
  const pairs = isSmall ? (endA - a) * (endB - b) : (endA - a + endB - b) * PAIRS_PER_ANCHORED_WORD
  if (pairs > texts.budget.pairs) return
  texts.budget.pairs -= pairs
  if (isSmall) matchAll(texts, { from: a, to: endA }, { from: b, to: endB })
  else matchBetweenAnchors(texts, { from: a, to: endA }, { from: b, to: endB })
}

/** The longest common subsequence: how long it can be from each pair of places on, then the way through. */
function matchAll({ before, after, found }: Texts, old: Span, young: Span) {
  const width = young.to - young.from + 1
  const lengths = new Uint16Array((old.to - old.from + 1) * width)
  const at = (a: number, b: number) => (a - old.from) * width + b - young.from
  for (let a = old.to - 1; a >= old.from; a--) {
    for (let b = young.to - 1; b >= young.from; b--) {
      const [down, right] = [lengths[at(a + 1, b)] ?? 0, lengths[at(a, b + 1)] ?? 0]
      lengths[at(a, b)] = before[a] === after[b] ? (lengths[at(a + 1, b + 1)] ?? 0) + 1 : Math.max(down, right)
    }
  }
  for (let [a, b] = [old.from, young.from]; a < old.to && b < young.to;) {
    if (before[a] === after[b]) found[b++] = a++
    else if ((lengths[at(a + 1, b)] ?? 0) >= (lengths[at(a, b + 1)] ?? 0)) a += 1
    else b += 1
  }
}

function matchBetweenAnchors(texts: Texts, old: Span, young: Span) {
  const anchors = anchorsOf(texts, old, young)
  if (anchors.length === 0) return
  let [a, b] = [old.from, young.from]
  for (const [anchorA, anchorB] of anchors) {
    match(texts, { from: a, to: anchorA }, { from: b, to: anchorB })
    texts.found[anchorB] = anchorA
    ;[a, b] = [anchorA + 1, anchorB + 1]
  }
  match(texts, { from: a, to: old.to }, { from: b, to: young.to })
}

/** Words that both have once, as many as stand in the same order in both. */
function anchorsOf({ before, after }: Texts, old: Span, young: Span): [number, number][] {
  const once = indicesOfUnique(after, young)
  const pairs: [number, number][] = []
  for (const [text, a] of indicesOfUnique(before, old)) {
    const b = once.get(text)
    if (b !== undefined) pairs.push([a, b])
  }
  return longestRising(pairs)
}

function indicesOfUnique(words: readonly string[], { from, to }: Span): Map<string, number> {
  const indices = new Map<string, number>()
  const seen = new Set<string>()
  for (let index = from; index < to; index++) {
    const text = words[index] ?? ''
    if (seen.has(text)) indices.delete(text)
    else indices.set(text, index)
    seen.add(text)
  }
  return indices
}

/** Of pairs in order of their first, the most that are in order of their second as well (patience sorting). */
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
