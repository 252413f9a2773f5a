import type { Emoji, Text } from './converted.ts'

const nameByCode = new Map<string, string>()
const codeByName = new Map<string, string>()

/**
 * Learns the emoji of this server, and the names of other servers that name another emoji here, or none: a code and its names in
 * each line. Converters need them.
 */
export function knowEmoji(own: readonly string[], others: readonly string[]) {
  for (const [code = '', ...names] of own.map((line) => line.split(' '))) {
    nameByCode.set(code, names[0] ?? '')
    for (const name of names) if (!codeByName.has(name)) codeByName.set(name, code)
  }
  for (const [code = '', ...names] of others.map((line) => line.split(' ')))
    for (const name of names) codeByName.set(name, code)
}

/** Returns the emoji with a name of another server, without a skin tone, or undefined. */
export function emojiNamed(name: Text): Emoji | undefined {
  const base = String(name)
    .replace(/::?skin-tone-\d(?:-\d)?:?$/, '')
    .replaceAll(':', '')
    .toLowerCase()
  return emojiOf(codeByName.get(base))
}

/** Returns the emoji that is these characters, or undefined. */
export function emojiOfCharacters(characters: Text): Emoji | undefined {
  const points = [...String(characters)].map((character) => character.codePointAt(0) ?? 0)
  const plain = points.filter((point) => point !== 0xfe0f && !(point >= 0x1f3fb && point <= 0x1f3ff))
  return emojiOf(plain.map((point) => point.toString(16).padStart(4, '0')).join('-'))
}

const emojiOf = (emoji_code: string | undefined): Emoji | undefined => {
  const emoji_name = emoji_code === undefined ? undefined : nameByCode.get(emoji_code)
  return emoji_code === undefined || emoji_name === undefined
    ? undefined
    : { emoji_code, emoji_name, reaction_type: 'unicode_emoji' }
}
