import { badRequest, notFound, type ApiError } from '../../../api/errors'
import type { BotWords } from '../../../pages/words/bots-en'
import { linkToMessage, withQuote, type MessageReference } from '../bot-messages/quote-rules'
import { quoteBlock } from '../bot-messages/rules'

export const MAX_REMINDER_NOTE_LENGTH = 1000

export const reminderDoesNotExist = notFound(() => 'Reminder does not exist')
export const reminderNoteTooLong = badRequest(
  () => `Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`,
)

export const tooManyReminders = badRequest(() => `No more than ${MAX_REMINDERS} reminders can be scheduled at a time.`)

// One response contains all reminders of a user.
const MAX_REMINDERS = 1000

export const refusalOfAnother = (existing: number): ApiError | undefined =>
  existing >= MAX_REMINDERS ? tooManyReminders({}) : undefined

export const refusalOfNote = (note: string): ApiError | undefined =>
  [...note].length > MAX_REMINDER_NOTE_LENGTH ? reminderNoteTooLong({}) : undefined

export const reminderText = (words: BotWords, message: MessageReference, note: string): string =>
  withNote(words, words.reminder.of(linkToMessage(words, message)), note)

/** Adds as much of the message as fits. */
export const reminderWithMessage = (words: BotWords, text: string, author_name: string, content: string): string =>
  withQuote(`${text}\n\n${words.reminder.wrote(author_name)}`, content)

/** The text does not reveal whether the message was deleted, or the user lost access to it. */
export const reminderWithoutMessage = (words: BotWords, note: string): string =>
  withNote(words, words.reminder.gone, note)

const withNote = (words: BotWords, text: string, note: string): string =>
  note === '' ? text : `${text} ${words.reminder.note}\n\n${quoteBlock(note)}`
