import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { EmojiOfRealm } from '../../customization/emoji/custom-emoji'
import { emojiSaid, refusalOfEmoji, withOneCode, type Emoji, type EmojiType } from '../../customization/emoji/rules'

/** What somebody thinks of a message, said with an emoji. */
export type Reaction = Emoji & { message_id: number; user_id: number }

export const reactionAlreadyExists = apiError('REACTION_ALREADY_EXISTS', () => 'Reaction already exists.')
export const reactionDoesNotExist = apiError('REACTION_DOES_NOT_EXIST', () => "Reaction doesn't exist.")
export const emojiRequired = badRequest(
  () => 'At least one of the following arguments must be present: emoji_name, emoji_code',
)

/**
 * The emoji somebody gives. Whoever gives it to a message first names it; those after them give the same by that name,
 * whatever they call it, so that clients can count them together.
 */
export function resolveNewEmoji(
  said: Emoji,
  nameOnMessage: string | undefined,
  custom: EmojiOfRealm,
): Emoji | ApiError {
  if (nameOnMessage !== undefined) return { ...said, emoji_name: nameOnMessage }
  return refusalOfEmoji(said, custom) ?? said
}

/** What is not to be mistaken of an emoji. */
export type EmojiKey = Pick<Emoji, 'emoji_code' | 'reaction_type'>

export type EmojiToRemove = { emoji_name?: string; emoji_code?: string; reaction_type?: EmojiType }

/** The emoji to take back. The code says it, however it was named; simple clients only know the name. */
export function resolveEmojiToRemove(wanted: EmojiToRemove, custom: EmojiOfRealm): EmojiKey | ApiError {
  const { emoji_name, emoji_code, reaction_type } = wanted
  if (emoji_code !== undefined) return withOneCode({ emoji_code, reaction_type: reaction_type ?? 'unicode_emoji' })
  return emoji_name === undefined ? emojiRequired({}) : emojiSaid({ emoji_name, reaction_type }, custom)
}
