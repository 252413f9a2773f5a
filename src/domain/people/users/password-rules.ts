import { COMMON_WORDS } from './common-passwords'

/** A password must have this many characters beside common words, names, keys in a row and repetitions. */
const MIN_OWN_CHARACTERS = 5
const MIN_NAME_LENGTH = 3

/**
 * Returns whether a password is among the first that are guessed: it consists of common words, of the names in `context`, of
 * years, of keys in a row or of repetitions, with few characters of its own. A rule for kinds of characters would not help: people
 * answer it with `Password1!`.
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const text = withoutRepetitions(plain(password))
  const names = context.flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u)).filter(isLongEnough)
  const words = [...names, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length)
  const own = [text, unmasked(text)].map((spelling) => ownCharacters(spelling, words))
  return Math.min(...own) < MIN_OWN_CHARACTERS
}

const isLongEnough = (name: string) => name.length >= MIN_NAME_LENGTH

/** Returns the text without marks and case: `Müller` is `muller`. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const MASKS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' } // prettier-ignore

/** Returns the word behind digits and signs that stand for other characters: `p@ssw0rd` is `password`. */
const unmasked = (text: string): string => [...text].map((character) => MASKS[character] ?? character).join('')

/** Returns one unit of a repetition, such as `abc` of `abcabcabca`. */
function withoutRepetitions(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

/** Counts the different characters that are left without words, years and sequences. Numbers and signs at the end count as one. */
function ownCharacters(text: string, words: readonly string[]): number {
  let rest = text
  for (const word of words) rest = rest.replaceAll(word, ' ')
  const left = withoutSequences(rest.replaceAll(YEARS, ' ')).replaceAll(/\s/g, '')
  return new Set(left.replace(/(?<!\P{L})\P{L}+$/u, (end) => end.slice(0, 1))).size
}

const YEARS = /(?:19|20)\d\d/g
const MIN_SEQUENCE_LENGTH = 3

/** Replaces runs of characters that follow each other, such as `abcd`, `4321` and `aaaa`. */
function withoutSequences(text: string): string {
  const characters = [...text]
  let result = ''
  for (let start = 0; start < characters.length;) {
    const length = Math.max(...[-1, 0, 1].map((step) => lengthOfRun(characters, start, step)))
    result += length >= MIN_SEQUENCE_LENGTH ? ' ' : characters.slice(start, start + length).join('')
    start += length
  }
  return result
}

function lengthOfRun(characters: readonly string[], start: number, step: number): number {
  let end = start + 1
  while (end < characters.length && codeAt(characters, end) - codeAt(characters, end - 1) === step) end++
  return end - start
}

const codeAt = (characters: readonly string[], at: number): number => characters[at]!.codePointAt(0)!
