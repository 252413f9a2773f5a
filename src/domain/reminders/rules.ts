import { badRequest, missing, type ApiError } from '../../api/errors'
import { MAX_MESSAGE_LENGTH } from '../realm/limits'
import { isPlain, named, quoted } from '../notices/rules'

export const MAX_REMINDER_NOTE_LENGTH = 1000

export const reminderDoesNotExist = missing(() => 'Reminder does not exist')
export const reminderNoteTooLong = badRequest(
  () => `Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`,
)

export const refusalOfNote = (note: string): ApiError | undefined =>
  [...note].length > MAX_REMINDER_NOTE_LENGTH ? reminderNoteTooLong({}) : undefined

/** The message meant: where it is, if it is in a channel. */
export type Target = { id: number; place?: { channel: string; topic: string } }

export function reminderWords(target: Target, note: string): string {
  const words = `You asked to be reminded of ${linkTo(target)}.`
  return note === '' ? words : `${words} Your note:\n\n${quoted(note)}`
}

type Author = { user_id: number; full_name: string }

/** The same with what the message says, as much of it as fits. */
export function reminderWithMessage(words: string, author: Author, content: string): string {
  const said = (text: string) => `${words}\n\n${named(author)} wrote:\n\n${quoted(text)}`
  const room = MAX_MESSAGE_LENGTH - [...said(content)].length
  return room >= 0 ? said(content) : said([...content].slice(0, room - TRUNCATED.length).join('') + TRUNCATED)
}

const TRUNCATED = '\n[message truncated]'

/** The message is gone, or theirs to read no longer. Which of the two is nobody's business. */
export const reminderOfNothing = (note: string): string => {
  const words = 'You asked to be reminded of a message that you can no longer read.'
  return note === '' ? words : `${words} Your note:\n\n${quoted(note)}`
}

// Names that could be read as Markdown are not said.
function linkTo({ id, place }: Target): string {
  if (place !== undefined && place.topic !== '' && isPlain(place.channel) && isPlain(place.topic))
    return `#**${place.channel}>${place.topic}@${id}**`
  return `[a message](#narrow/near/${id})`
}
