import type { Term } from '../routes/terms'
import { fold } from './fold'

/** Shorter words have too many neighbours. */
const MIN_CORRECTED = 4
/** Longer words may have two mistakes. */
const MIN_TWO_MISTAKES = 8
const MAX_CORRECTIONS = 3
const MAX_DROPPED = 4

/** Returns the search without each of its terms. Only what finds messages is worth showing: the caller asks the server. */
export const withoutEach = (terms: readonly Term[]): { dropped: Term; terms: Term[] }[] =>
  terms.length < 2
    ? []
    : terms.slice(0, MAX_DROPPED).map((dropped, at) => ({ dropped, terms: terms.filter((_, other) => other !== at) }))

const SPELLINGS: readonly [string, string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['å', 'aa'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ё', 'е'],
]

/** Returns other ways in which languages write a word, such as `Müller` and `Mueller`. */
export function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase()
  const all = SPELLINGS.flatMap(([character, plain]) => [
    lower.replaceAll(character, plain),
    ...(plain.length > 1 ? [lower.replaceAll(plain, character)] : []),
  ])
  return [...new Set(all)].filter((other) => other !== lower)
}

/** Returns the words of texts, each once. */
export function wordsOf(texts: Iterable<string>, most: number): Set<string> {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
      if (words.size >= most) return words
      if (word.length >= MIN_CORRECTED) words.add(word.toLowerCase())
    }
  return words
}

/** Returns words that the user may look for: other spellings, then existing words with one or two mistakes, the nearest first. */
export function correctionsOf(word: string, existing: Iterable<string>): string[] {
  const written = fold(word)
  const spellings = spellingsOf(word)
  if (written.length < MIN_CORRECTED) return spellings.slice(0, MAX_CORRECTIONS)
  const most = written.length >= MIN_TWO_MISTAKES ? 2 : 1
  const near: { word: string; mistakes: number }[] = []
  for (const other of existing) {
    const mistakes = mistakesBetween(written, fold(other), most)
    if (mistakes > 0 && mistakes <= most) near.push({ word: other, mistakes })
  }
  near.sort((a, b) => a.mistakes - b.mistakes)
  return [...new Set([...near.map((found) => found.word), ...spellings])].slice(0, MAX_CORRECTIONS)
}

/** Returns how many characters are wrong, missing, too many, or in the place of their neighbour; a larger number above `most`. */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const changed = (above[at - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped =
        a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1] && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Infinity
      line.push(Math.min(changed, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, swapped))
    }
    if (Math.min(...line) > most) return most + 1
    before = above
    above = line
  }
  return above[b.length] ?? 0
}
