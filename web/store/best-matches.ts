import { fold } from './fold'

type Named<Item> = {
  /** Returns the folded name: see `foldedName`. */
  nameOf: (item: Item) => string
  most: number
  /** Items with a number come before others of the same rank, the lowest number first. */
  preference?: (item: Item) => number | undefined
  /** These items come after the others, unless the query is their whole name. */
  isLast?: (item: Item) => boolean
  /** Whether words with one mistake match if nothing else does. */
  forgives?: boolean
}

const EXACT = 0
const RANKS = 5

/**
 * Returns the items that match the query of a user, the best first: the query is the name; the name begins with it; each word of it
 * begins a word of the name, in any order; the name contains each word. If nothing matches, words with one mistake do. Items of the
 * same rank keep their order. It reads each name once, so ten thousand take a few milliseconds.
 */
export function bestMatches<Item>(items: Iterable<Item>, query: string, named: Named<Item>): Item[] {
  const folded = fold(query.trim())
  const words = folded.split(/\s+/)
  const all = [...items]
  const found = inOrder(all, named, (name) => rankOf(name, folded, words))
  const forgives = named.forgives !== false && words.some((word) => word.length >= MIN_MISTYPED)
  return found.length > 0 || !forgives
    ? found
    : inOrder(all, named, (name) => (isMistyped(name, words) ? RANKS - 1 : -1))
}

/** `rankOf` returns -1 for a name that does not match. */
function inOrder<Item>(items: readonly Item[], named: Named<Item>, rankOf: (name: string) => number): Item[] {
  const { nameOf, most, preference, isLast } = named
  const ranked = Array.from({ length: 2 * RANKS }, () => ({
    preferred: new Map<Item, number>(),
    others: new Array<Item>(),
  }))
  for (const item of items) {
    const rank = rankOf(nameOf(item))
    if (rank < 0) continue
    const { preferred, others } = ranked[rank !== EXACT && isLast?.(item) === true ? rank + RANKS : rank]!
    const number = preference?.(item)
    if (number !== undefined) preferred.set(item, number)
    else if (others.length < most) others.push(item)
  }
  const inRank = ({ preferred, others }: (typeof ranked)[number]) => [
    ...[...preferred].sort(([, a], [, b]) => a - b).map(([item]) => item),
    ...others,
  ]
  return ranked.flatMap(inRank).slice(0, most)
}

function rankOf(name: string, query: string, words: readonly string[]): number {
  if (name.startsWith(query)) return name.length === query.length ? EXACT : 1
  if (!words.every((word) => name.includes(word))) return -1
  return words.every((word) => startsWord(name, word)) ? 2 : 3
}

function startsWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
    if (at === 0 || !isOfWord(name, at - 1)) return true
  return false
}

/**
 * Whether a folded name has a character of a word at a place. Most of the names are in ASCII: an expression takes ten times as long
 * for thousands of them.
 */
export function isOfWord(name: string, at: number): boolean {
  const code = name.charCodeAt(at)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return /[\p{L}\p{N}]/u.test(name[at] ?? '')
}

/** Shorter words would match too much with a mistake. */
const MIN_MISTYPED = 4

/** Whether each word begins a word of the name, if one mistake in each long word does not count. */
const isMistyped = (name: string, words: readonly string[]) =>
  words.every((word) =>
    word.length < MIN_MISTYPED
      ? startsWord(name, word)
      : name.split(/[^\p{L}\p{N}]+/u).some((part) => beginsWithMistake(part, word)),
  )

/** Whether a text begins with a word that has at most one character too many, too few, wrong, or in the place of its neighbour. */
function beginsWithMistake(text: string, word: string): boolean {
  let at = 0
  while (at < word.length && text[at] === word[at]) at++
  const goesOn = (inText: number, inWord: number) => text.startsWith(word.slice(at + inWord), at + inText)
  return (
    goesOn(1, 1) ||
    goesOn(0, 1) ||
    goesOn(1, 0) ||
    (text[at] === word[at + 1] && text[at + 1] === word[at] && goesOn(2, 2))
  )
}

const folds = new Map<string, string>()
const MAX_FOLDS = 50_000

/** Returns the name without upper case and accents. The result is kept, because each key press asks for all names. */
export function foldedName(name: string): string {
  let folded = folds.get(name)
  if (folded === undefined) {
    if (folds.size >= MAX_FOLDS) folds.clear()
    folded = fold(name)
    folds.set(name, folded)
  }
  return folded
}
