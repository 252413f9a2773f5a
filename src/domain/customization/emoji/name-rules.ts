import { badRequest, notFound, type ApiError } from '../../../api/errors'

const emojiNameMissing = badRequest(() => 'Emoji name is missing')
const emojiNameHasOtherCharacters = badRequest(
  () => 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
)
const emojiNameEndsBadly = badRequest(() => 'Emoji names must end with either a letter or digit.')
const emojiNameTooLong = badRequest(
  () => `Emoji names must not be longer than ${MAX_EMOJI_NAME_CHARACTERS} characters.`,
)
export const emojiNameIsTaken = badRequest(() => 'A custom emoji with this name already exists.')
export const tooManyEmoji = badRequest(() => `An organization can have no more than ${MAX_CUSTOM_EMOJI} custom emoji.`)
export const cannotOverrideEmoji = badRequest(() => 'Only administrators can override default emoji.')
export const oneEmojiFileOnly = badRequest(() => 'You must upload exactly one file.')
export const cannotRemoveEmoji = badRequest(() => 'Must be an organization administrator or emoji author')
export const customEmojiDoesNotExist = notFound((f: { emoji_name: string }) => `Emoji '${f.emoji_name}' does not exist`)

export const emojiNameErrors = [
  emojiNameMissing,
  emojiNameHasOtherCharacters,
  emojiNameEndsBadly,
  emojiNameTooLong,
  emojiNameIsTaken,
  cannotOverrideEmoji,
  tooManyEmoji,
]

const MAX_EMOJI_NAME_CHARACTERS = 100

/** Deactivated emoji count too: each event lists all of them, and an event must fit into one row. */
export const MAX_CUSTOM_EMOJI = 4000

/** Returns the name that the realm stores. Users type spaces, but a name between colons cannot contain any. */
export const normalizeEmojiName = (name: string): string => name.trim().replaceAll(' ', '_')

export function refusalOfEmojiName(name: string): ApiError | undefined {
  if (name === '') return emojiNameMissing({})
  if (!/^[0-9a-z _-]+$/.test(name)) return emojiNameHasOtherCharacters({})
  if (!/[0-9a-z]$/.test(name)) return emojiNameEndsBadly({})
  return name.length > MAX_EMOJI_NAME_CHARACTERS ? emojiNameTooLong({}) : undefined
}
