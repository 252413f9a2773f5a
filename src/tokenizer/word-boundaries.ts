/** Scripts that put no space between words: there, a word begins and ends anywhere. Korean does, but joins words to others. */
export const UNSPACED_SCRIPTS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc]'

const UNSPACED = new RegExp(UNSPACED_SCRIPTS, 'u')

const OF_A_WORD = /[\p{L}\p{M}\p{N}_]/u

const isUnspaced = (character: string): boolean => UNSPACED.test(character)

/** Is there no seam between these two neighbours, so that they belong to one word? */
export const isJoined = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  OF_A_WORD.test(left) &&
  OF_A_WORD.test(right) &&
  !isUnspaced(left) &&
  !isUnspaced(right)

/** For comparing words as they stand: without regard to case, to how a character is composed, and to how much space there is. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
