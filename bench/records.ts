// Objects whose keys are known: the types of `Object.keys` and `Object.fromEntries` forget them.

export function keysOf<K extends string>(record: Record<K, unknown>): K[] {
  const keys: K[] = []
  for (const key in record) keys.push(key)
  return keys
}

/** Returns an object with these keys, and what `valueOf` returns for each. */
export function mapKeys<K extends string, T>(keys: readonly K[], valueOf: (key: K) => T): Record<K, T> {
  const entries: readonly unknown[][] = keys.map((key) => [key, valueOf(key)])
  return Object.fromEntries(entries)
}

/** Like `mapKeys`, one key after the other. */
export async function mapKeysInTurn<K extends string, T>(
  keys: readonly K[],
  valueOf: (key: K) => Promise<T>,
): Promise<Record<K, T>> {
  const entries: unknown[][] = []
  for (const key of keys) entries.push([key, await valueOf(key)])
  return Object.fromEntries(entries)
}
