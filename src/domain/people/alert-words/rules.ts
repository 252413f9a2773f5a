import { refusalOfTextLength } from '../../../api/parameter-errors'
import { badRequest, type ApiError } from '../../../api/errors'

const MAX_ALERT_WORD_LENGTH = 100
// Every message is looked through for everybody's.
export const MOST_ALERT_WORDS = 500

export const tooManyAlertWords = badRequest(() => `You can have at most ${MOST_ALERT_WORDS} alert words.`)

export const refusalOfSoMany = (words: readonly string[]): ApiError | undefined =>
  words.length > MOST_ALERT_WORDS ? tooManyAlertWords({}) : undefined

export function refusalOfAlertWords(words: readonly string[]): ApiError | undefined {
  return words
    .map((word, at) => refusalOfTextLength(`alert_words[${at}]`, word, MAX_ALERT_WORD_LENGTH))
    .find((refusal) => refusal !== undefined)
}

/** The words that there is something to look for in, as they will be looked for. */
export const alertWordsMeant = (said: readonly string[]): string[] =>
  said.map((word) => word.trim()).filter((word) => word !== '')

/** The same word in any case is one word. */
export const alertWordKey = (word: string): string => word.toLowerCase()
