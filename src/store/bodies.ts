import type { Outbox } from './outbox'

/**
 * The bodies of messages: what the index has no need of. The newest stay in memory, so that the busiest read (the last
 * screens of a topic) touches nothing else; those that D1 may not have yet are in the outbox; the rest are in D1, where
 * whoever presents them reads them.
 */
export type BodiesKept<Body> = {
  target: string // the D1 table
  sizeOf(body: Body): number // in memory, roughly
  load(ids: readonly number[]): Promise<Map<number, Body>>
  /** What stands in D1 where a body was deleted. */
  tombstone: Body & { is_deleted: true }
}

// More wait only while D1 is away, and then nobody gets an answer from it to add them to.
const MOST_ON_THEIR_WAY = 2000

export class Bodies<Body extends object> {
  readonly #newest = new Map<number, Body>()
  #size = 0
  #put = new Set<number>()

  constructor(
    readonly outbox: Outbox,
    readonly kept: BodiesKept<Body>,
    readonly mostBytes = 8 * 1024 * 1024,
  ) {}

  put(id: number, version: number, body: Body): void {
    this.outbox.put(this.kept.target, id, version, body)
    this.#keep(id, body)
    this.#put.add(id)
  }

  /** Gone from memory, from what waits for D1, and from D1: a tombstone of this version keeps older ones from coming back. */
  remove(ids: readonly number[], version: number): void {
    this.outbox.putInstead(this.kept.target, ids, version, this.kept.tombstone)
    for (const id of ids) this.#drop(id)
  }

  /** Those of these bodies that are at hand: handed to `present` with the decision, so a reader sees what was just written. */
  atHand(ids: readonly number[]): Map<number, Body> {
    const found = new Map<number, Body>()
    const elsewhere: number[] = []
    for (const id of ids) {
      const body = this.#newest.get(id)
      if (body === undefined) elsewhere.push(id)
      else found.set(id, body)
    }
    if (elsewhere.length > 0 && this.outbox.waiting > 0)
      for (const [id, body] of this.outbox.fresh<Body>(this.kept.target, elsewhere))
        if (!('is_deleted' in body)) found.set(id, body)
    return found
  }

  /** What D1 may not have yet: whoever asks D1 for what it knows of bodies adds these. */
  onTheirWay(): Map<number, Body> {
    const bodies = this.outbox.freshOf<Body>(this.kept.target, MOST_ON_THEIR_WAY)
    for (const [id, body] of bodies) if ('is_deleted' in body) bodies.delete(id)
    return bodies
  }

  /** For the rare decision that needs old bodies first. Other requests run meanwhile. */
  async load(ids: readonly number[]): Promise<Map<number, Body>> {
    const found = this.atHand(ids)
    const elsewhere = ids.filter((id) => !found.has(id))
    if (elsewhere.length === 0) return found
    return new Map([...(await this.kept.load(elsewhere)), ...found])
  }

  /** The transaction that put them stands. */
  keepPut(): void {
    this.#put.clear()
  }

  /** The transaction that put them was undone. */
  forgetPut(): void {
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
