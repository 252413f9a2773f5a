import { stem } from './stem'
import { pairsOf, searchable, stretchesOf, wordAt } from './tokens'

/** One thing that must be found: a word by its stem, or a stretch of characters of a script without spaces. */
export type WantedWord = { token: string; isStretch: boolean }

/** What somebody searches for: all of it must be found. What they put between quotes must be there as it is written. */
export type Query = { wanted: WantedWord[]; phrases: string[] }

export function queryMeant(said: string): Query {
  const wanted = new Map<string, WantedWord>()
  for (const { part, isUnspaced } of stretchesOf(searchable(said))) {
    const token = isUnspaced ? part : stem(part)
    wanted.set(token, { token, isStretch: isUnspaced })
  }
  const phrases = [...said.matchAll(/"([^"]+)"/g)]
    .map(([, phrase]) => spaced(phrase!))
    .filter((phrase) => phrase !== '')
  return { wanted: [...wanted.values()], phrases }
}

const spaced = (text: string) => searchable(text).replace(/\s+/g, ' ').trim()

/** A text as it is searched through. */
export const searched = (text: string): string => spaced(text)

/** Of all words in a text, only those that begin as the stem does are taken apart: most texts have none of them. */
export function has(text: string, wanted: WantedWord): boolean {
  if (wanted.isStretch) return text.includes(wanted.token)
  const beginning = beginningOf(wanted)
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (stem(wordAt(text, at)) === wanted.token) return true
  return false
}

/** Is all of it in these texts, each thing in one or another? Somebody who looks for nothing finds nothing. */
export const isFoundIn = ({ wanted, phrases }: Query, texts: readonly string[]): boolean =>
  wanted.length > 0 &&
  wanted.every((each) => texts.some((text) => has(text, each))) &&
  phrases.every((phrase) => texts.some((text) => text.includes(phrase)))

/** What an index of tokens must have for this, or for something that begins so. */
export function tokensFor({ token, isStretch }: WantedWord): { tokens: string[]; isBeginning: boolean } {
  if (!isStretch) return { tokens: [token], isBeginning: false }
  const pairs = pairsOf(token)
  return pairs.length === 1 ? { tokens: pairs, isBeginning: true } : { tokens: pairs.slice(0, -1), isBeginning: false }
}

/** How a text begins somewhere that has this in it, for looking through many quickly: a stem ends otherwise than its word. */
export const beginningOf = ({ token, isStretch }: WantedWord): string =>
  isStretch ? token : token.slice(0, Math.max(1, token.length - 1))
