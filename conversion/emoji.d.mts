export function knowEmoji(own: readonly string[], others: readonly string[]): void
