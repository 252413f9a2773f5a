export function knowEmoji(lines: readonly string[]): void
