import { memorySize } from './memory-size'

type Id = number | string
type Entry = { value: unknown; bytes: number }
type Generation<Kind> = Map<Kind, Map<Id, Entry>>

// What a key and an entry of a `Map` take beside their value.
const ENTRY_BYTES = 100

/**
 * Values by kind and id, with a bound in bytes. A value counts as large as it was when it was set. There are two generations, so that
 * reading costs little: a value that is used joins the newer one. When that one has half of the bytes, the older one is forgotten.
 */
export class ValuesById<Kind> {
  #newer: Generation<Kind> = new Map()
  #older: Generation<Kind> = new Map()
  #newerBytes = 0

  constructor(readonly bytes_max: number) {}

  find(kind: Kind, id: Id): unknown {
    const entry = this.#newer.get(kind)?.get(id)
    return entry === undefined ? this.#findOlder(kind, id) : entry.value
  }

  #findOlder(kind: Kind, id: Id): unknown {
    const entry = this.#older.get(kind)?.get(id)
    if (entry === undefined) return undefined
    this.#older.get(kind)?.delete(id)
    this.#add(kind, id, entry)
    return entry.value
  }

  set(kind: Kind, id: Id, value: unknown): void {
    this.delete(kind, id)
    this.#add(kind, id, { value, bytes: ENTRY_BYTES + memorySize(id) + memorySize(value) })
  }

  #add(kind: Kind, id: Id, entry: Entry) {
    const entries = this.#newer.get(kind)
    if (entries) entries.set(id, entry)
    else this.#newer.set(kind, new Map([[id, entry]]))
    this.#newerBytes += entry.bytes
    if (this.#newerBytes <= this.bytes_max / 2) return
    this.#older = this.#newer
    this.#newer = new Map()
    this.#newerBytes = 0
  }

  delete(kind: Kind, id: Id): void {
    this.#newerBytes -= this.#newer.get(kind)?.get(id)?.bytes ?? 0
    this.#newer.get(kind)?.delete(id)
    this.#older.get(kind)?.delete(id)
  }

  clear(): void {
    this.#newer.clear()
    this.#older.clear()
    this.#newerBytes = 0
  }
}
