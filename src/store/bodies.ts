import { pendingBodies, pendingSizes, newestPendingBodies } from './pending-rows'
import { countCovered, countFitting, MEBIBYTE, type Batch } from './memory-size'
import type { Outbox } from './outbox'

/** How bodies are stored in D1. */
export type BodyStorage<Body> = {
  target: string // the D1 table
  sizeOf(body: Body): number // in memory, approximately
  /** Returns the first of these bodies, as many as hold `most` bytes. */
  load(ids: readonly number[], most: number): Promise<Batch<Map<number, Body>>>
  /** The row of a deleted body. */
  tombstone: Body & { is_deleted: true }
}

// More wait only while D1 is not available. Then no search result comes from D1 to which they could be added.
const MAX_NOT_IN_D1 = 2000
const BYTES_NOT_IN_D1 = 4 * MEBIBYTE
/** The bytes of bodies that a reader of many bodies holds at a time. */
export const BYTES_PER_BATCH = 4 * MEBIBYTE
const MAX_KEPT_OF_A_PAGE = 200

/**
 * The bodies of messages. A body is the part of a message that is not in the message index. It is in up to three places. Memory has the
 * bodies that were written or read last, so the most frequent read (the last screens of a topic) needs only memory. The outbox has the
 * bodies that D1 may not have yet. D1 has all others. The realm is the only writer, so the bodies in memory are exact.
 */
export class Bodies<Body extends object> {
  /** The body whose last use is oldest is first. */
  readonly #inMemory = new Map<number, Body>()
  #size = 0
  #put = new Set<number>()
  /** For each read of D1 that runs: the ids that did not change meanwhile. */
  readonly #reading = new Set<Set<number>>()

  constructor(
    readonly outbox: Outbox,
    readonly storage: BodyStorage<Body>,
    readonly mostBytes = 8 * MEBIBYTE,
  ) {}

  /** Adds a new or changed body. */
  put(id: number, version: number, body: Body): void {
    this.outbox.put(this.storage.target, id, version, body)
    this.#change(id)
    this.#cache(id, body)
    this.#put.add(id)
  }

  /** Removes bodies everywhere. A tombstone of this version in D1 keeps older versions from being written after it. */
  remove(ids: readonly number[], version: number): void {
    this.outbox.replace(this.storage.target, ids, version, this.storage.tombstone)
    for (const id of ids) this.#change(id)
  }

  /**
   * Returns the first of these bodies that the realm itself has, as many as hold `most` bytes. They go to `present` with the
   * decision, so a reader receives what was just written.
   */
  available(ids: readonly number[], most: number): Batch<Map<number, Body>> {
    const { found, within } = this.#own(ids, most)
    return { found: withoutDeleted(found), within }
  }

  /** As `available`, with the tombstones that D1 may not have yet. */
  #own(ids: readonly number[], most: number): Batch<Map<number, Body>> {
    const { outbox, storage } = this
    const elsewhere = ids.filter((id) => !this.#inMemory.has(id))
    const pending = pendingSizes(outbox.sql, outbox, storage.target, elsewhere)
    const bytesOf = (id: number) => {
      const body = this.#inMemory.get(id)
      return body ? storage.sizeOf(body) : (pending.get(id)?.bytes ?? 0)
    }
    const within = countFitting(ids, bytesOf, most)
    const fitting = ids.slice(0, within)
    const found = pendingBodies<Body>(
      outbox.sql,
      storage.target,
      fitting.flatMap((id) => pending.get(id) ?? []),
    )
    for (const id of fitting) {
      const body = this.#inMemory.get(id)
      if (body === undefined) continue
      found.set(id, body)
      this.#inMemory.delete(id)
      this.#inMemory.set(id, body)
    }
    return { found, within }
  }

  /** Returns the body if the realm itself has it. */
  findAvailable(id: number): Body | undefined {
    return this.available([id], 0).found.get(id)
  }

  /** Returns the bodies that D1 may not have yet. A search in D1 adds them to its result. */
  notInD1(): Map<number, Body> {
    const { outbox, storage } = this
    const limits = { target: storage.target, most: MAX_NOT_IN_D1, bytes: BYTES_NOT_IN_D1 }
    return withoutDeleted(newestPendingBodies<Body>(outbox.sql, outbox, limits))
  }

  /** Returns the first of these bodies. It reads from D1 those that the realm does not have, and other requests run meanwhile. */
  async load(
    ids: readonly number[],
    most: number,
    read: BodyStorage<Body>['load'] = (elsewhere, bytes) => this.storage.load(elsewhere, bytes),
  ): Promise<Batch<Map<number, Body>>> {
    const own = this.#own(ids, most)
    // D1 may have the text of a message whose tombstone is on its way.
    const elsewhere = ids.slice(0, own.within).filter((id) => !own.found.has(id))
    const found = withoutDeleted(own.found)
    if (elsewhere.length === 0) return { found, within: own.within }
    const loaded = await read(elsewhere, most)
    const within = countCovered(ids.slice(0, own.within), elsewhere, loaded.within)
    return { found: new Map([...loaded.found, ...found]), within }
  }

  /** As `load`, for a page that others will open, too. It stays in memory, unless it is a large one of a walk through the history. */
  loadPage(ids: readonly number[], most: number): Promise<Batch<Map<number, Body>>> {
    return this.load(ids, most, ids.length > MAX_KEPT_OF_A_PAGE ? undefined : this.#readAndKeep)
  }

  /** Returns the body, or undefined if it was deleted. */
  async loadOne(id: number): Promise<Body | undefined> {
    return (await this.load([id], 0)).found.get(id)
  }

  /** Called when the transaction that put bodies was committed. */
  commitPut(): void {
    this.#put.clear()
  }

  /** Called after a rollback. */
  rollBackPut(): void {
    for (const id of this.#put) this.#drop(id)
    this.#put.clear()
  }

  /** Keeps what did not change while D1 was read. */
  readonly #readAndKeep = async (ids: readonly number[], most: number): Promise<Batch<Map<number, Body>>> => {
    const unchanged = new Set(ids)
    this.#reading.add(unchanged)
    try {
      const loaded = await this.storage.load(ids, most)
      for (const [id, body] of loaded.found) if (unchanged.has(id)) this.#cache(id, body)
      return loaded
    } finally {
      this.#reading.delete(unchanged)
    }
  }

  /** Forgets a body of which there is another version now. */
  #change(id: number) {
    this.#drop(id)
    for (const unchanged of this.#reading) unchanged.delete(id)
  }

  #cache(id: number, body: Body) {
    this.#drop(id)
    this.#inMemory.set(id, body)
    this.#size += this.storage.sizeOf(body)
    for (const oldest of this.#inMemory.keys()) {
      if (this.#size <= this.mostBytes) break
      this.#drop(oldest)
    }
  }

  #drop(id: number) {
    const body = this.#inMemory.get(id)
    if (body === undefined) return
    this.#inMemory.delete(id)
    this.#size -= this.storage.sizeOf(body)
  }
}

/** Removes the tombstones from bodies, and returns them. */
function withoutDeleted<Body extends object>(bodies: Map<number, Body>): Map<number, Body> {
  for (const [id, body] of bodies) if ('is_deleted' in body) bodies.delete(id)
  return bodies
}
