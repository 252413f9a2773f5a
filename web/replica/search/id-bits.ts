/** A set of message ids between two ids, a bit for each. */
export class IdBits {
  readonly first: number
  readonly #words: Uint32Array

  /** Ids outside of the range are left out. */
  constructor(first: number, last: number, words?: Uint32Array) {
    this.first = first - (first % 32)
    this.#words = words ?? new Uint32Array(Math.max(0, Math.floor((last - this.first) / 32) + 1))
  }

  get last(): number {
    return this.first + this.#words.length * 32 - 1
  }

  add(id: number): void {
    const at = id - this.first
    if (at >= 0 && at >>> 5 < this.#words.length) this.#words[at >>> 5]! |= 1 << (at & 31)
  }

  addAll(ids: Iterable<number>): this {
    for (const id of ids) this.add(id)
    return this
  }

  has(id: number): boolean {
    const at = id - this.first
    return at >= 0 && at >>> 5 < this.#words.length && (this.#words[at >>> 5]! & (1 << (at & 31))) !== 0
  }

  fill(): this {
    this.#words.fill(0xffffffff)
    return this
  }

  copy = (): IdBits => new IdBits(this.first, this.last, this.#words.slice())

  /** Keeps only the ids that another set of the same range has. */
  keepOnly(other: IdBits): this {
    for (let at = 0; at < this.#words.length; at++) this.#words[at]! &= other.#words[at] ?? 0
    return this
  }

  /** Yields the ids of a range, the greatest first. */
  *descending(from: number, to: number): Generator<number> {
    const top = Math.min(to, this.last) - this.first
    const bottom = Math.max(0, from - this.first)
    for (let word = top >>> 5; top >= 0 && word >= bottom >>> 5; word--) {
      const bits = this.#words[word] ?? 0
      if (bits === 0) continue
      for (let bit = 31; bit >= 0; bit--) {
        const at = word * 32 + bit
        if ((bits & (1 << bit)) !== 0 && at <= top && at >= bottom) yield this.first + at
      }
    }
  }

  /** Whether it has an id of a range. The ends of the range may be of others. */
  hasNear(from: number, to: number): boolean {
    const [bottom, top] = [Math.max(0, from - this.first), Math.min(to, this.last) - this.first]
    for (let word = bottom >>> 5; top >= 0 && word <= top >>> 5; word++) if (this.#words[word] !== 0) return true
    return false
  }
}
