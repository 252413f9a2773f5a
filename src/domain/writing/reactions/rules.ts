import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { CustomEmojiById } from '../../customization/emoji/custom-emoji'
import { refusalOfEmoji, type Emoji, type EmojiType } from '../../customization/emoji/rules'

export type Reaction = Emoji & { message_id: number; user_id: number }

/** What identifies an emoji. An emoji can have several names. */
export type EmojiKey = Pick<Emoji, 'emoji_code' | 'reaction_type'>

export type EmojiToRemove = { emoji_name?: string; emoji_code?: string; reaction_type?: EmojiType }

export const reactionAlreadyExists = apiError('REACTION_ALREADY_EXISTS', () => 'Reaction already exists.')
export const reactionDoesNotExist = apiError('REACTION_DOES_NOT_EXIST', () => "Reaction doesn't exist.")
export const emojiRequired = badRequest(
  () => 'At least one of the following arguments must be present: emoji_name, emoji_code',
)

/**
 * Returns why a user cannot react with this emoji. If the message already has it, under `name_on_message`, users can react
 * with it even if it was deactivated since, and under any name.
 */
export const refusalOfNewEmoji = (
  emoji: Emoji,
  name_on_message: string | undefined,
  custom: CustomEmojiById,
): ApiError | undefined => (name_on_message === undefined ? refusalOfEmoji(emoji, custom) : undefined)
