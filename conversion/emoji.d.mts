export type UnicodeEmoji = { emoji_code: string; emoji_name: string; reaction_type: string }

export function knowEmoji(own: readonly string[], others: readonly string[]): void
export function emojiNamed(name: unknown): UnicodeEmoji | undefined
export function emojiOfCharacters(characters: unknown): UnicodeEmoji | undefined
