import { textNumber } from '../../src/domain/messages/replica/digest-rules'
import { packOf, type Kept } from './kept'
import type { PendingChanges } from './pending-changes'
import type { Storage } from './storage'

const sumOf = (text: string): string => textNumber(text).toString(36)

/** Returns what is stored of the messages of a pack: a sum of the text, and the text. */
function packText(pack: Iterable<Kept>): string {
  const text = JSON.stringify([...pack].sort((a, b) => a.id - b.id))
  return sumOf(text) + text
}

/** Returns whether a pack is as it was written. */
export function isIntact(stored = ''): boolean {
  const at = stored.indexOf('[')
  return stored.slice(0, at) === sumOf(stored.slice(at))
}

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
      if (values[nth] === undefined || isIntact(values[nth]))
        this.#loaded.set(key, new Map(packOf(values[nth]).map((kept) => [kept.id, kept])))
  }

  /** Returns a pack that is loaded, to change it. Throws if the browser changed it. */
  changed(key: string): Map<number, Kept> {
    const pack = this.#loaded.get(key)
    if (pack === undefined) throw new Error('The browser lost it')
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
