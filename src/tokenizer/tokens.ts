import { UNSPACED_SCRIPTS } from './word-boundaries'
import { stem } from './stem'

/** Returns the text in the form that search compares: lower case, without accents, in one Unicode composition. */
export const foldForSearch = (text: string): string =>
  IS_ASCII.test(text) ? text.toLowerCase() : text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').normalize('NFC')

// oxlint-disable-next-line no-control-regex -- ASCII contains the control characters
const IS_ASCII = /^[\x00-\x7f]*$/
const ACCENTS = /[\u0300-\u036f]+/g

const RUN_OF_CHARACTERS = /[\p{L}\p{N}\p{M}]+/gu
const PARTS = new RegExp(`${UNSPACED_SCRIPTS}+|(?:(?!${UNSPACED_SCRIPTS})[^])+`, 'gu')
const IS_UNSPACED = new RegExp(`^${UNSPACED_SCRIPTS}`, 'u')

/** Splits text from `foldForSearch` into runs of one kind of script: with spaces between words, or without. */
export function* splitByScript(text: string): Generator<{ part: string; from: number; isUnspaced: boolean }> {
  if (IS_ASCII.test(text)) {
    for (const { 0: part, index } of text.matchAll(/[a-z0-9]+/g)) yield { part, from: index, isUnspaced: false }
    return
  }
  for (const run of text.matchAll(RUN_OF_CHARACTERS))
    for (const { 0: part, index } of run[0].matchAll(PARTS))
      yield { part, from: run.index + index, isUnspaced: IS_UNSPACED.test(part) }
}

/** Returns the word that begins at this index, or an empty string if no word begins there. */
export function wordAt(text: string, at: number): string {
  if (at > 0 && WORD_CHARACTER.test(text[at - 1]!)) return ''
  WORD_AT.lastIndex = at
  return WORD_AT.exec(text)?.[0] ?? ''
}

const SPACED = `(?:(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}])`
const WORD_CHARACTER = new RegExp(SPACED, 'u')
const WORD_AT = new RegExp(`${SPACED}+`, 'uy')

/**
 * Returns the tokens under which the index finds a text. A word of a script with spaces gives its stem. Chinese and Japanese
 * have no spaces, and a user can search for any run of characters, so each pair of neighbours is a token: a text that
 * contains a run contains all pairs of it.
 */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const { part, isUnspaced } of splitByScript(foldForSearch(text)))
    if (isUnspaced) for (const pair of characterPairs(part)) tokens.add(pair)
    else tokens.add(stem(part))
  return tokens
}

/** Returns all pairs of neighbours, and the last character alone. So each character is the beginning of a token. */
export function characterPairs(run: string): string[] {
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}
