import { stem } from './stem'
import { characterPairs, foldForSearch, splitByScript, wordAt } from './tokens'

/** The stem of a word, or a run of characters of a script without spaces. */
export type SearchToken = { token: string; isUnspaced: boolean }

/** A parsed search. A result contains all of its tokens. It contains the phrases, which were in quotes, literally. */
export type Query = { tokens: SearchToken[]; phrases: string[] }

export function parseQuery(text: string): Query {
  const tokens = new Map<string, SearchToken>()
  for (const { part, isUnspaced } of splitByScript(foldForSearch(text))) {
    const token = isUnspaced ? part : stem(part)
    tokens.set(token, { token, isUnspaced })
  }
  const phrases = [...text.matchAll(/"([^"]+)"/g)]
    .map(([, phrase]) => normalizeText(phrase!))
    .filter((phrase) => phrase !== '')
  return { tokens: [...tokens.values()], phrases }
}

/** Returns the text in the form that `containsToken` and `matchesQuery` expect. */
export const normalizeText = (text: string): string => foldForSearch(text).replace(/\s+/g, ' ').trim()

/** Computes the stem only of words with the same prefix: most texts have no such word, and stems are slow. */
export function containsToken(text: string, searchToken: SearchToken): boolean {
  const { token, isUnspaced } = searchToken
  if (isUnspaced) return text.includes(token)
  const prefix = searchPrefix(searchToken)
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1))
    if (stem(wordAt(text, at)) === token) return true
  return false
}

/** Returns how often a text has a token, at most `most`. */
export function countToken(text: string, searchToken: SearchToken, most: number): number {
  const { token, isUnspaced } = searchToken
  const prefix = searchPrefix(searchToken)
  let count = 0
  for (let at = text.indexOf(prefix); at >= 0 && count < most; at = text.indexOf(prefix, at + prefix.length))
    if (isUnspaced || stem(wordAt(text, at)) === token) count++
  return count
}

/** Returns whether the texts contain all tokens and phrases, each in any of them. A query without tokens matches no text. */
export const matchesQuery = ({ tokens, phrases }: Query, texts: readonly string[]): boolean =>
  tokens.length > 0 &&
  tokens.every((token) => texts.some((text) => containsToken(text, token))) &&
  phrases.every((phrase) => texts.some((text) => text.includes(phrase)))

/** Returns the tokens that the index must contain. With `isPrefix`, it must contain a token that begins with this one. */
export function indexTokensOf({ token, isUnspaced }: SearchToken): { indexTokens: string[]; isPrefix: boolean } {
  if (!isUnspaced) return { indexTokens: [token], isPrefix: false }
  const pairs = characterPairs(token)
  return pairs.length === 1
    ? { indexTokens: pairs, isPrefix: true }
    : { indexTokens: pairs.slice(0, -1), isPrefix: false }
}

/**
 * Returns a string that each text with this token contains, to search many texts quickly. It is shorter than the stem,
 * because the end of a stem can differ from its word: `happi` is the stem of `happy`.
 */
export const searchPrefix = ({ token, isUnspaced }: SearchToken): string =>
  isUnspaced ? token : token.slice(0, Math.max(1, token.length - 1))
