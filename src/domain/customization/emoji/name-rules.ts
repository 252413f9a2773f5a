import { badRequest, missing, type ApiError } from '../../../api/errors'

const emojiNameMissing = badRequest(() => 'Emoji name is missing')
const emojiNameHasOtherLetters = badRequest(
  () => 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
)
const emojiNameEndsBadly = badRequest(() => 'Emoji names must end with either a letter or digit.')
const emojiNameTooLong = badRequest(() => `Emoji names must not be longer than ${MAX_EMOJI_NAME_LENGTH} characters.`)
export const emojiNameIsTaken = badRequest(() => 'A custom emoji with this name already exists.')
export const tooManyEmoji = badRequest(() => `An organization can have no more than ${MAX_EMOJI} custom emoji.`)
export const mayNotOverrideEmoji = badRequest(() => 'Only administrators can override default emoji.')
export const oneFileForEmoji = badRequest(() => 'You must upload exactly one file.')
export const mayNotRemoveEmoji = badRequest(() => 'Must be an organization administrator or emoji author')
export const noSuchEmoji = missing((f: { emoji_name: string }) => `Emoji '${f.emoji_name}' does not exist`)

/** All that the name of a new emoji may be refused for. */
export const emojiNameErrors = [
  emojiNameMissing,
  emojiNameHasOtherLetters,
  emojiNameEndsBadly,
  emojiNameTooLong,
  emojiNameIsTaken,
  mayNotOverrideEmoji,
  tooManyEmoji,
]

const MAX_EMOJI_NAME_LENGTH = 100
/** Those that are there no longer count, too: an event tells of all of them, and it must fit into a row. */
export const MAX_EMOJI = 4000

/** People type spaces; between colons there can be none. */
export const emojiNameKept = (name: string): string => name.trim().replaceAll(' ', '_')

export function refusalOfEmojiName(name: string): ApiError | undefined {
  if (name === '') return emojiNameMissing({})
  if (!/^[0-9a-z _-]+$/.test(name)) return emojiNameHasOtherLetters({})
  if (!/[0-9a-z]$/.test(name)) return emojiNameEndsBadly({})
  return name.length > MAX_EMOJI_NAME_LENGTH ? emojiNameTooLong({}) : undefined
}
