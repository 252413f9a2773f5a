import type { Reaction } from '../store/messages'

/** A character that is black without the selector for colours, such as the heart. A skin tone after it selects them too. */
const BLACK = /(?!\p{Emoji_Presentation})\p{Emoji}(?![\uFE0F\p{Emoji_Modifier}])/gu

/** Returns the characters of a Unicode emoji from its code, such as `1f44d` or `1f1e9-1f1ea`. */
export function glyphOf(code: string): string {
  const points = code.split('-').map((hex) => Number.parseInt(hex, 16))
  if (!points.every((point) => point > 0 && point <= 0x10_ff_ff)) return ''
  return String.fromCodePoint(...points).replace(BLACK, '$&\uFE0F')
}

export const isSameEmoji = (a: Reaction, b: Pick<Reaction, 'emoji_code' | 'reaction_type'>) =>
  a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type
