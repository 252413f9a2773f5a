import { refusalOfTextLength } from '../../../api/parameter-errors'
import { badRequest, type ApiError } from '../../../api/errors'

const MAX_ALERT_WORD_LENGTH = 100
// Every message is searched for the alert words of all users.
export const MAX_ALERT_WORDS = 500

export const tooManyAlertWords = badRequest(() => `You can have at most ${MAX_ALERT_WORDS} alert words.`)

export const refusalOfAlertWordCount = (words: readonly string[]): ApiError | undefined =>
  words.length > MAX_ALERT_WORDS ? tooManyAlertWords({}) : undefined

export function refusalOfAlertWords(words: readonly string[]): ApiError | undefined {
  return words
    .map((word, index) => refusalOfTextLength(`alert_words[${index}]`, word, MAX_ALERT_WORD_LENGTH))
    .find((refusal) => refusal !== undefined)
}

/** Returns the words without surrounding spaces, and without empty words. */
export const normalizeAlertWords = (words: readonly string[]): string[] =>
  words.map((word) => word.trim()).filter((word) => word !== '')

/** Returns the form of a word by which words are compared: case does not matter. */
export const alertWordKey = (word: string): string => word.toLowerCase()
