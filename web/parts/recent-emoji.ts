const NAME = 'recent-emoji'
const MOST = 16

/** Returns the names of the emoji that were chosen last in this browser. */
export function recentEmoji(): string[] {
  const names: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

export const rememberEmoji = (name: string) =>
  localStorage.setItem(NAME, JSON.stringify([...new Set([name, ...recentEmoji()])].slice(0, MOST)))
