/** Returns the texts that this browser remembered last under a name, the newest first. */
export function remembered(storage: Storage, name: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a text, and forgets the oldest above `most`. */
export const remember = (storage: Storage, name: string, text: string, most: number): void =>
  storage.setItem(name, JSON.stringify([...new Set([text, ...remembered(storage, name)])].slice(0, most)))
