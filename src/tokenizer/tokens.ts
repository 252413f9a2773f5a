import { UNSPACED_SCRIPTS } from './word-boundaries'
import { stem } from './stem'

/** Without regard to case, accents, and how a character is composed. */
export const searchable = (text: string): string =>
  IS_ASCII.test(text) ? text.toLowerCase() : text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').normalize('NFC')

// oxlint-disable-next-line no-control-regex -- all of ASCII has the control characters in it
const IS_ASCII = /^[\x00-\x7f]*$/
const ACCENTS = /[\u0300-\u036f]+/g

const STRETCH = /[\p{L}\p{N}\p{M}]+/gu
const PARTS = new RegExp(`${UNSPACED_SCRIPTS}+|(?:(?!${UNSPACED_SCRIPTS})[^])+`, 'gu')
const IS_UNSPACED = new RegExp(`^${UNSPACED_SCRIPTS}`, 'u')

/** Stretches of one kind of script, of text that is searchable. */
export function* splitByScript(text: string): Generator<{ part: string; from: number; isUnspaced: boolean }> {
  if (IS_ASCII.test(text)) {
    for (const { 0: part, index } of text.matchAll(/[a-z0-9]+/g)) yield { part, from: index, isUnspaced: false }
    return
  }
  for (const stretch of text.matchAll(STRETCH))
    for (const { 0: part, index } of stretch[0].matchAll(PARTS))
      yield { part, from: stretch.index + index, isUnspaced: IS_UNSPACED.test(part) }
}

/** The word that begins here; nothing, where none does. */
export function wordAt(text: string, at: number): string {
  if (at > 0 && WORD.test(text[at - 1]!)) return ''
  FROM_HERE.lastIndex = at
  return FROM_HERE.exec(text)?.[0] ?? ''
}

const SPACED = `(?:(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}])`
const WORD = new RegExp(SPACED, 'u')
const FROM_HERE = new RegExp(`${SPACED}+`, 'uy')

/**
 * What a text can be found by, each once. Where a script puts spaces between words, a word counts by its stem. Where it does
 * not, as in Chinese and Japanese, any stretch of characters may be looked for, so every two neighbours count: whatever
 * has a stretch in it has all the pairs of that stretch.
 */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const { part, isUnspaced } of splitByScript(searchable(text)))
    if (isUnspaced) for (const pair of pairsOf(part)) tokens.add(pair)
    else tokens.add(stem(part))
  return tokens
}

/** Every two neighbours, and the last one alone: so a single character is the beginning of something wherever it stands. */
export function pairsOf(stretch: string): string[] {
  const characters = [...stretch]
  return characters.map((character, i) => character + (characters[i + 1] ?? ''))
}
