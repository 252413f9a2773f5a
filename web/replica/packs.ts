import { packOf, packText, type Kept } from './kept'
import type { PendingChanges } from './pending-changes'
import type { Storage } from './storage'

/** The packs that a change reads and writes. */
export class Packs {
  readonly #loaded = new Map<string, Map<number, Kept>>()

  constructor(
    readonly storage: Storage,
    readonly changes: PendingChanges,
  ) {}

  async load(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.#loaded.has(key))
    if (missing.length === 0) return
    const values = await this.storage.read<string>(missing)
    for (const [nth, key] of missing.entries())
      this.#loaded.set(key, new Map(packOf(values[nth]).map((kept) => [kept.id, kept])))
  }

  get = (key: string): ReadonlyMap<number, Kept> | undefined => this.#loaded.get(key)

  /** Returns a pack that is loaded, to change it. */
  changed(key: string): Map<number, Kept> {
    const pack = this.#loaded.get(key)
    if (pack === undefined) throw new Error('A pack was changed before it was loaded')
    this.changes.put(key, () => (pack.size > 0 ? packText(pack.values()) : undefined))
    return pack
  }

  /** Removes a whole pack, which need not be loaded. */
  remove(key: string): void {
    this.#loaded.delete(key)
    this.changes.remove(key)
  }

  forget = (): void => this.#loaded.clear()
}
