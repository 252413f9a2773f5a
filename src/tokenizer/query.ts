import { stem } from './stem'
import { pairsOf, searchable, splitByScript, wordAt } from './tokens'

/** One thing that must be found: a word by its stem, or a stretch of characters of a script without spaces. */
export type SearchToken = { token: string; isUnspaced: boolean }

/** What somebody searches for: all of it must be found. What they put between quotes must be there as it is written. */
export type Query = { tokens: SearchToken[]; phrases: string[] }

export function parseQuery(said: string): Query {
  const wanted = new Map<string, SearchToken>()
  for (const { part, isUnspaced } of splitByScript(searchable(said))) {
    const token = isUnspaced ? part : stem(part)
    wanted.set(token, { token, isUnspaced: isUnspaced })
  }
  const phrases = [...said.matchAll(/"([^"]+)"/g)]
    .map(([, phrase]) => spaced(phrase!))
    .filter((phrase) => phrase !== '')
  return { tokens: [...wanted.values()], phrases }
}

const spaced = (text: string) => searchable(text).replace(/\s+/g, ' ').trim()

/** A text as it is searched through. */
export const normalizeText = (text: string): string => spaced(text)

/** Of all words in a text, only those that begin as the stem does are taken apart: most texts have none of them. */
export function containsToken(text: string, wanted: SearchToken): boolean {
  if (wanted.isUnspaced) return text.includes(wanted.token)
  const beginning = prefixOf(wanted)
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (stem(wordAt(text, at)) === wanted.token) return true
  return false
}

/** Is all of it in these texts, each thing in one or another? Somebody who looks for nothing finds nothing. */
export const matchesQuery = ({ tokens, phrases }: Query, texts: readonly string[]): boolean =>
  tokens.length > 0 &&
  tokens.every((each) => texts.some((text) => containsToken(text, each))) &&
  phrases.every((phrase) => texts.some((text) => text.includes(phrase)))

/** What an index of tokens must have for this, or for something that begins so. */
export function indexTokensOf({ token, isUnspaced }: SearchToken): { tokens: string[]; isBeginning: boolean } {
  if (!isUnspaced) return { tokens: [token], isBeginning: false }
  const pairs = pairsOf(token)
  return pairs.length === 1 ? { tokens: pairs, isBeginning: true } : { tokens: pairs.slice(0, -1), isBeginning: false }
}

/** How a text begins somewhere that has this in it, for looking through many quickly: a stem ends otherwise than its word. */
export const prefixOf = ({ token, isUnspaced }: SearchToken): string =>
  isUnspaced ? token : token.slice(0, Math.max(1, token.length - 1))
