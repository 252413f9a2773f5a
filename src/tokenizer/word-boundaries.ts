/**
 * Characters of the scripts without spaces between words: there, a word can begin and end anywhere. Korean has spaces, but
 * it joins particles to words.
 */
export const UNSPACED_SCRIPTS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc]'

const UNSPACED = new RegExp(UNSPACED_SCRIPTS, 'u')

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u

const isUnspaced = (character: string): boolean => UNSPACED.test(character)

/** Returns whether two neighbours belong to the same word. */
export const isJoined = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  WORD_CHARACTER.test(left) &&
  WORD_CHARACTER.test(right) &&
  !isUnspaced(left) &&
  !isUnspaced(right)

/** Returns the text in the form that alert words compare: lower case, in one Unicode composition, with single spaces. */
export const foldForComparison = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
