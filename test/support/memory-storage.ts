import type { Change, Entry, KeyRange, Storage } from '../../web/replica/storage'

/** A storage in memory. It has what a browser has after a crash: what was written. */
export class MemoryStorage implements Storage {
  readonly #values = new Map<string, unknown>()
  /** How many bytes of keys and texts were written. */
  written = 0
  /** How many values were read. */
  reads = 0
  /** The browser refuses so many writes. */
  refusals = 0

  async read<Value>(keys: readonly string[]): Promise<(Value | undefined)[]> {
    this.reads += keys.length
    return keys.map((key) => structuredClone(this.#values.get(key)) as Value | undefined)
  }

  async range<Value>({ from, to, most = Infinity, descending = false }: KeyRange): Promise<Entry<Value>[]> {
    const keys = [...this.#values.keys()].filter((key) => from <= key && key < to).sort()
    const found = (descending ? keys.reverse() : keys).slice(0, most)
    this.reads += found.length
    return found.map((key) => [key, structuredClone(this.#values.get(key)) as Value])
  }

  async write(changes: readonly Change[]): Promise<void> {
    if (this.refusals-- > 0) throw new Error('The storage is full')
    for (const [key, value] of changes) {
      this.written += key.length + (typeof value === 'string' ? value.length : 0)
      if (value === undefined) this.#values.delete(key)
      else this.#values.set(key, structuredClone(value))
    }
  }

  async clear(): Promise<void> {
    this.#values.clear()
  }

  /** Everything, as text. */
  dump = (): string => JSON.stringify([...this.#values])
  keys = (): string[] => [...this.#values.keys()].sort()
}
