import { badRequest, type ApiError } from '../../../api/errors'
import type { CustomEmoji, CustomEmojiById } from './custom-emoji'
import { emojiCodeOf, EXTRA_EMOJI_NAMES, namesOfEmoji } from '../../../markdown/emoji-names'

/** The sets of emoji: Unicode, the custom emoji of the realm, and the product's own. */
export const EMOJI_TYPES = ['unicode_emoji', 'realm_emoji', 'svc_extra_emoji'] as const
export type EmojiType = (typeof EMOJI_TYPES)[number]

/** An emoji of a reaction or a status. The type and the code identify it, and the name is for users. */
export type Emoji = {
  emoji_name: string
  emoji_code: string // code points in hexadecimal, the id of a custom emoji, or the name of an extra emoji
  reaction_type: EmojiType
}

/** An emoji in a request. Most clients send only the name. */
export type RequestedEmoji = { emoji_name: string; emoji_code?: string; reaction_type?: EmojiType }

export const emojiDoesNotExist = badRequest((f: { emoji_name: string }) => `Emoji '${f.emoji_name}' does not exist`)
const invalidEmojiName = badRequest(() => 'Invalid emoji name.')
const invalidEmojiCode = badRequest(() => 'Invalid emoji code.')
const invalidCustomEmoji = badRequest(() => 'Invalid custom emoji.')
const invalidCustomEmojiName = badRequest(() => 'Invalid custom emoji name.')
const customEmojiIsDeactivated = badRequest(() => 'This custom emoji has been deactivated.')

export const emojiErrors = [
  emojiDoesNotExist,
  invalidEmojiName,
  invalidEmojiCode,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  customEmojiIsDeactivated,
]

/**
 * Returns the requested emoji. The name completes the code and the type if the client did not send them; if they stay
 * unknown, returns undefined. Does not check that code, type and name agree: `refusalOfEmoji` does.
 */
export function completeEmoji({ emoji_name, ...key }: RequestedEmoji, custom: CustomEmojiById): Emoji | undefined {
  const named = findEmojiByName(emoji_name, custom)
  const emoji_code = key.emoji_code ?? named?.emoji_code
  const reaction_type = key.reaction_type ?? named?.reaction_type
  if (emoji_code === undefined || reaction_type === undefined) return undefined
  return withCanonicalName({ emoji_name, emoji_code, reaction_type })
}

/** The extra emoji also has a name and a code with the vendor's spelling. The realm stores only these. */
const EXTRA_EMOJI = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' } as const

function withCanonicalName({ emoji_name, ...key }: Emoji): Emoji {
  const isExtra = key.reaction_type === EXTRA_EMOJI.reaction_type && EXTRA_EMOJI_NAMES.has(emoji_name)
  return { emoji_name: isExtra ? EXTRA_EMOJI.emoji_name : emoji_name, ...withCanonicalCode(key) }
}

/** Returns the key with the code that the realm stores for this emoji. */
export const withCanonicalCode = <Key extends Pick<Emoji, 'emoji_code' | 'reaction_type'>>(key: Key): Key =>
  key.reaction_type === EXTRA_EMOJI.reaction_type && EXTRA_EMOJI_NAMES.has(key.emoji_code)
    ? { ...key, emoji_code: EXTRA_EMOJI.emoji_code }
    : key

function findActiveEmoji(custom: CustomEmojiById, name: string): CustomEmoji | undefined {
  for (const emoji of custom.values()) if (emoji.name === name && !emoji.deactivated) return emoji
  return undefined
}

/** A custom emoji overrides a Unicode emoji with the same name. */
function findEmojiByName(emoji_name: string, custom: CustomEmojiById): Emoji | undefined {
  const own = findActiveEmoji(custom, emoji_name)
  if (own) return { emoji_name, emoji_code: String(own.id), reaction_type: 'realm_emoji' }
  if (EXTRA_EMOJI_NAMES.has(emoji_name)) return EXTRA_EMOJI
  const emoji_code = emojiCodeOf(emoji_name)
  return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

/** Returns why the name, code and type are not one emoji that users can choose. */
export function refusalOfEmoji(emoji: Emoji, custom: CustomEmojiById): ApiError | undefined {
  const { emoji_name, emoji_code: code, reaction_type } = emoji
  if (reaction_type === 'realm_emoji') return refusalOfCustom(emoji_name, custom.get(code))
  const names =
    reaction_type === 'unicode_emoji'
      ? namesOfEmoji(code)
      : code === EXTRA_EMOJI.emoji_code
        ? [EXTRA_EMOJI.emoji_name]
        : []
  if (names.length === 0) return invalidEmojiCode({})
  return names.includes(emoji_name) ? undefined : invalidEmojiName({})
}

function refusalOfCustom(emoji_name: string, emoji: CustomEmoji | undefined): ApiError | undefined {
  if (emoji === undefined) return invalidCustomEmoji({})
  if (emoji.name !== emoji_name) return invalidCustomEmojiName({})
  return emoji.deactivated ? customEmojiIsDeactivated({}) : undefined
}
