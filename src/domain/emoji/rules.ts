import { badRequest, type ApiError } from '../../api/errors'
import { emojiCodeOf, EXTRA_EMOJI_NAMES, namesOfEmoji } from '../../markdown/emoji-names'

/** Where an emoji is from: the alphabet everyone shares, the realm's own, or the product's. */
export const EMOJI_TYPES = ['unicode_emoji', 'realm_emoji', 'svc_extra_emoji'] as const
export type EmojiType = (typeof EMOJI_TYPES)[number]

/** An emoji as it is kept: by a name that people use, and by what cannot be mistaken. */
export type Emoji = {
  emoji_name: string
  emoji_code: string // code points in hexadecimal, the id of a custom emoji, or the name of an extra one
  reaction_type: EmojiType
}

/** As clients say it: the name is enough where it means one thing only. */
export type WantedEmoji = { emoji_name: string; emoji_code?: string; reaction_type?: EmojiType }

const emojiDoesNotExist = badRequest((f: { emoji_name: string }) => `Emoji '${f.emoji_name}' does not exist`)
const invalidEmojiName = badRequest(() => 'Invalid emoji name.')
const invalidEmojiCode = badRequest(() => 'Invalid emoji code.')
const invalidCustomEmoji = badRequest(() => 'Invalid custom emoji.')

/** All that an emoji may be refused for. */
export const emojiErrors = [emojiDoesNotExist, invalidEmojiName, invalidEmojiCode, invalidCustomEmoji]

/** The emoji meant. What is said of it beside its name must agree with that name. */
export function emojiMeant({ emoji_name, emoji_code, reaction_type }: WantedEmoji): Emoji | ApiError {
  const named = emojiNamed(emoji_name)
  const type = reaction_type ?? named?.reaction_type
  const code = emoji_code ?? named?.emoji_code
  if (type === undefined || code === undefined) return emojiDoesNotExist({ emoji_name })
  return refusalOfEmoji(emoji_name, code, type) ?? { emoji_name, emoji_code: code, reaction_type: type }
}

function emojiNamed(emoji_name: string): Emoji | undefined {
  if (EXTRA_EMOJI_NAMES.has(emoji_name)) return { emoji_name, emoji_code: emoji_name, reaction_type: 'svc_extra_emoji' }
  const emoji_code = emojiCodeOf(emoji_name)
  return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

function refusalOfEmoji(name: string, code: string, type: EmojiType): ApiError | undefined {
  // TODO: the realm's own, once it can have any.
  if (type === 'realm_emoji') return invalidCustomEmoji({})
  const names =
    type === 'unicode_emoji' ? namesOfEmoji(code) : EXTRA_EMOJI_NAMES.has(code) ? [...EXTRA_EMOJI_NAMES] : []
  if (names.length === 0) return invalidEmojiCode({})
  return names.includes(name) ? undefined : invalidEmojiName({})
}
