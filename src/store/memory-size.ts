/**
 * Upper bounds of the memory that values take. They limit what one request holds. A string counts two bytes for each
 * character, as V8 needs for most scripts.
 */
export const MEBIBYTE = 1024 * 1024

/** Returns the bytes of a plain value with everything in it. */
export function memorySize(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  let bytes = 16
  if (Array.isArray(value) || value instanceof Set) for (const item of value) bytes += memorySize(item)
  else if (value instanceof Map) for (const [key, item] of value) bytes += memorySize(key) + memorySize(item)
  else for (const key in value) bytes += key.length + memorySize((value as Record<string, unknown>)[key])
  return bytes
}

/** The most bytes of one read. A read without a smaller bound of its own is limited with `upTo` or `cutAt`. */
export const BYTES_PER_READ = 12 * MEBIBYTE

/** Throws if rows hold more bytes than a ceiling. */
export function checkMemorySize(ceiling: number, rows: readonly unknown[], statement: readonly string[]): void {
  if (ceiling === Infinity) return
  const bytes = memorySize(rows)
  if (bytes > ceiling) throw new Error(`A read holds ${bytes} bytes and needs a limit: ${statement.join('?')}`)
}

/** A part of a list that is too large to hold at once: the values for its first `within` items. */
export type Batch<Found> = { found: Found; within: number }

/**
 * Returns how many of all ids, from the first one on, have their values in a batch. `ids` are those of `all` that need a value, and the
 * batch has the values of the first `within` of them.
 */
export function countCovered(all: readonly number[], ids: readonly number[], within: number): number {
  const firstOmitted = ids[within]
  return firstOmitted === undefined ? all.length : all.indexOf(firstOmitted)
}

/** Returns how many items, from the first one on, hold at most `most` bytes. The first item counts in any case. */
export function countFitting<Item>(items: readonly Item[], bytesOf: (item: Item) => number, most: number): number {
  let bytes = 0
  for (const [index, item] of items.entries()) {
    bytes += bytesOf(item)
    if (bytes > most && index > 0) return index
  }
  return items.length
}
