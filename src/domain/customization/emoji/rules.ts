import { ApiError, badRequest } from '../../../api/errors'
import type { CustomEmoji, EmojiOfRealm } from './custom-emoji'
import { emojiCodeOf, EXTRA_EMOJI_NAMES, namesOfEmoji } from '../../../markdown/emoji-names'

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
const invalidCustomEmojiName = badRequest(() => 'Invalid custom emoji name.')
const customEmojiIsDeactivated = badRequest(() => 'This custom emoji has been deactivated.')

/** All that an emoji may be refused for. */
export const emojiErrors = [
  emojiDoesNotExist,
  invalidEmojiName,
  invalidEmojiCode,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  customEmojiIsDeactivated,
]

/** The emoji meant. What is said of it beside its name must agree with that name. */
export function emojiMeant(wanted: WantedEmoji, custom: EmojiOfRealm): Emoji | ApiError {
  const said = emojiSaid(wanted, custom)
  return said instanceof ApiError ? said : (refusalOfEmoji(said, custom) ?? said)
}

/** An emoji as it is said: what is not said of it follows from its name, and nothing is checked. */
export function emojiSaid({ emoji_name, ...said }: WantedEmoji, custom: EmojiOfRealm): Emoji | ApiError {
  const named = emojiNamed(emoji_name, custom)
  const emoji_code = said.emoji_code ?? named?.emoji_code
  const reaction_type = said.reaction_type ?? named?.reaction_type
  if (emoji_code === undefined || reaction_type === undefined) return emojiDoesNotExist({ emoji_name })
  return withOneName({ emoji_name, emoji_code, reaction_type })
}

/** The product's emoji has a name and a code from the vendor as well. Only the specification's are stored. */
const EXTRA_EMOJI = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' } as const

function withOneName({ emoji_name, ...key }: Emoji): Emoji {
  const isExtra = key.reaction_type === EXTRA_EMOJI.reaction_type && EXTRA_EMOJI_NAMES.has(emoji_name)
  return { emoji_name: isExtra ? EXTRA_EMOJI.emoji_name : emoji_name, ...withOneCode(key) }
}

export const withOneCode = <Key extends Pick<Emoji, 'emoji_code' | 'reaction_type'>>(key: Key): Key =>
  key.reaction_type === EXTRA_EMOJI.reaction_type && EXTRA_EMOJI_NAMES.has(key.emoji_code)
    ? { ...key, emoji_code: EXTRA_EMOJI.emoji_code }
    : key

/** The realm's own of this name, as it can be chosen today. */
function activeNamed(custom: EmojiOfRealm, name: string): CustomEmoji | undefined {
  for (const emoji of custom.values()) if (emoji.name === name && !emoji.deactivated) return emoji
  return undefined
}

// A realm may put its own in place of any other.
function emojiNamed(emoji_name: string, custom: EmojiOfRealm): Emoji | undefined {
  const own = activeNamed(custom, emoji_name)
  if (own) return { emoji_name, emoji_code: String(own.id), reaction_type: 'realm_emoji' }
  if (EXTRA_EMOJI_NAMES.has(emoji_name)) return EXTRA_EMOJI
  const emoji_code = emojiCodeOf(emoji_name)
  return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

/** Do its name, code and type belong together? */
export function refusalOfEmoji(emoji: Emoji, custom: EmojiOfRealm): ApiError | undefined {
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
