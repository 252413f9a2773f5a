import { badRequest, missing, type ApiError } from '../../../api/errors'
import { linkToMessage, withQuote, type MessageReference } from '../bot-messages/quote-rules'
import { quoteBlock } from '../bot-messages/rules'

export const MAX_REMINDER_NOTE_LENGTH = 1000

export const reminderDoesNotExist = missing(() => 'Reminder does not exist')
export const reminderNoteTooLong = badRequest(
  () => `Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`,
)

export const tooManyReminders = badRequest(() => `No more than ${MOST_REMINDERS} reminders can wait at a time.`)

// All of somebody's are told in one answer.
const MOST_REMINDERS = 1000

export const refusalOfAnother = (waiting: number): ApiError | undefined =>
  waiting >= MOST_REMINDERS ? tooManyReminders({}) : undefined

export const refusalOfNote = (note: string): ApiError | undefined =>
  [...note].length > MAX_REMINDER_NOTE_LENGTH ? reminderNoteTooLong({}) : undefined

export function reminderText(target: MessageReference, note: string): string {
  const words = `You asked to be reminded of ${linkToMessage(target)}.`
  return note === '' ? words : `${words} Your note:\n\n${quoteBlock(note)}`
}

/** The same with what the message says, as much of it as fits. */
export const reminderWithMessage = (words: string, author: string, content: string): string =>
  withQuote(`${words}\n\n${author} wrote:`, content)

/** The message is gone, or theirs to read no longer. Which of the two is nobody's business. */
export const reminderWithoutMessage = (note: string): string => {
  const words = 'You asked to be reminded of a message that you can no longer read.'
  return note === '' ? words : `${words} Your note:\n\n${quoteBlock(note)}`
}
