/** A value to write, or undefined to delete the key. */
export type Change = readonly [key: string, value: unknown]

/** Which keys are read: those from `from` up to, but without, `to`. The nearest to the end come first if it is `descending`. */
export type KeyRange = { from: string; to: string; most?: number; descending?: boolean }

export type Entry<Value> = [key: string, value: Value]

/** Where a replica is. The browser's is IndexedDB (`indexed-storage.ts`), that of tests is memory. */
export type Storage = {
  /** Returns the values of keys, undefined where there is none. The caller wrote them, and knows their type. */
  read: <Value>(keys: readonly string[]) => Promise<(Value | undefined)[]>
  range: <Value>(range: KeyRange) => Promise<Entry<Value>[]>
  /** Writes all changes or none. Throws if the browser refuses. */
  write: (changes: readonly Change[]) => Promise<void>
  /** Deletes everything. */
  clear: () => Promise<void>
}
