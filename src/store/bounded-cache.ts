import { memorySize } from './memory-size'

// What a key and an entry of a `Map` take beside their texts.
const ENTRY_BYTES = 100

/** Values by key, with a bound in bytes. The value whose last use is oldest goes first. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  #bytes = 0

  constructor(readonly bytes_max: number) {}

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  has = (key: string): boolean => this.#entries.has(key)

  /** Keeps a value. One that is larger than the whole cache is not kept. */
  set(key: string, value: Value): void {
    this.delete(key)
    const bytes = ENTRY_BYTES + memorySize(key) + memorySize(value)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.bytes_max) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  /** Removes the values for which `isOld` is true. */
  deleteIf(isOld: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isOld(value)) this.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}
