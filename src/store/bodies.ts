import { pendingBodies, pendingSizes, newestPendingBodies } from './pending-rows'
import { countFitting, MEBIBYTE, type Batch } from './memory-size'
import type { Outbox } from './outbox'

/**
 * The bodies of messages: what the index has no need of. The newest stay in memory, so that the busiest read (the last
 * screens of a topic) touches nothing else; those that D1 may not have yet are in the outbox; the rest are in D1, where
 * whoever presents them reads them.
 */
export type BodyStorage<Body> = {
  target: string // the D1 table
  sizeOf(body: Body): number // in memory, roughly
  /** The first of these bodies, as many as hold `most` bytes. */
  load(ids: readonly number[], most: number): Promise<Batch<Map<number, Body>>>
  /** What stands in D1 where a body was deleted. */
  tombstone: Body & { is_deleted: true }
}

// More wait only while D1 is away, and then nobody gets an answer from it to add them to.
const MOST_NOT_IN_D1 = 2000
const BYTES_NOT_IN_D1 = 4 * MEBIBYTE
/** What whoever reads many bodies holds of them at a time. */
export const BYTES_PER_BATCH = 4 * MEBIBYTE

export class Bodies<Body extends object> {
  readonly #newest = new Map<number, Body>()
  #size = 0
  #put = new Set<number>()

  constructor(
    readonly outbox: Outbox,
    readonly kept: BodyStorage<Body>,
    readonly mostBytes = 8 * MEBIBYTE,
  ) {}

  put(id: number, version: number, body: Body): void {
    this.outbox.put(this.kept.target, id, version, body)
    this.#keep(id, body)
    this.#put.add(id)
  }

  /** Gone from memory, from what waits for D1, and from D1: a tombstone of this version keeps older ones from coming back. */
  remove(ids: readonly number[], version: number): void {
    this.outbox.replace(this.kept.target, ids, version, this.kept.tombstone)
    for (const id of ids) this.#drop(id)
  }

  /**
   * The first of these bodies that are at hand, as many as hold `most` bytes: handed to `present` with the decision, so a
   * reader sees what was just written.
   */
  available(ids: readonly number[], most: number): Batch<Map<number, Body>> {
    const { outbox, kept } = this
    const elsewhere = ids.filter((id) => !this.#newest.has(id))
    const fresh = pendingSizes(outbox.sql, outbox, kept.target, elsewhere)
    const bytesOf = (id: number) => {
      const body = this.#newest.get(id)
      return body ? kept.sizeOf(body) : (fresh.get(id)?.bytes ?? 0)
    }
    const within = countFitting(ids, bytesOf, most)
    const these = ids.slice(0, within)
    const found = pendingBodies<Body>(
      outbox.sql,
      kept.target,
      these.flatMap((id) => fresh.get(id) ?? []),
    )
    for (const [id, body] of found) if ('is_deleted' in body) found.delete(id)
    for (const id of these) {
      const body = this.#newest.get(id)
      if (body) found.set(id, body)
    }
    return { found, within }
  }

  /** One body, if it is at hand. */
  findAvailable(id: number): Body | undefined {
    return this.available([id], 0).found.get(id)
  }

  /** What D1 may not have yet: whoever asks D1 for what it knows of bodies adds these. */
  notInD1(): Map<number, Body> {
    const { outbox, kept } = this
    const limits = { target: kept.target, most: MOST_NOT_IN_D1, bytes: BYTES_NOT_IN_D1 }
    const bodies = newestPendingBodies<Body>(outbox.sql, outbox, limits)
    for (const [id, body] of bodies) if ('is_deleted' in body) bodies.delete(id)
    return bodies
  }

  /** The first of these bodies, for the rare decision that needs old bodies first. Other requests run meanwhile. */
  async load(ids: readonly number[], most: number): Promise<Batch<Map<number, Body>>> {
    const atHand = this.available(ids, most)
    const elsewhere = ids.slice(0, atHand.within).filter((id) => !atHand.found.has(id))
    if (elsewhere.length === 0) return atHand
    const loaded = await this.kept.load(elsewhere, most)
    const next = elsewhere[loaded.within]
    const within = next === undefined ? atHand.within : ids.indexOf(next)
    return { found: new Map([...loaded.found, ...atHand.found]), within }
  }

  /** One body, wherever it is. */
  async loadOne(id: number): Promise<Body | undefined> {
    return (await this.load([id], 0)).found.get(id)
  }

  /** The transaction that put them stands. */
  commitPut(): void {
    this.#put.clear()
  }

  /** The transaction that put them was undone. */
  rollBackPut(): void {
    for (const id of this.#put) this.#drop(id)
    this.#put.clear()
  }

  #keep(id: number, body: Body) {
    this.#drop(id)
    this.#newest.set(id, body)
    this.#size += this.kept.sizeOf(body)
    for (const oldest of this.#newest.keys()) {
      if (this.#size <= this.mostBytes) break
      this.#drop(oldest)
    }
  }

  #drop(id: number) {
    const body = this.#newest.get(id)
    if (body === undefined) return
    this.#newest.delete(id)
    this.#size -= this.kept.sizeOf(body)
  }
}
