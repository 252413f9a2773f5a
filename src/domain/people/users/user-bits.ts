const BITS_PER_WORD = 32

/** Sets of the users of a realm, with a bit for each user: a set of 10,000 has 1.3 kB. */
export class UserBits {
  readonly #positions: ReadonlyMap<number, number>
  readonly #ofLists = new Map<readonly number[], Uint32Array>()

  constructor(user_ids: readonly number[]) {
    this.#positions = new Map(user_ids.map((user_id, position) => [user_id, position]))
  }

  /** Returns the set of those users in a list who are in the realm. */
  of(user_ids: readonly number[]): Uint32Array {
    const words = new Uint32Array(Math.ceil(this.#positions.size / BITS_PER_WORD))
    for (const user_id of user_ids) {
      const position = this.#positions.get(user_id)
      if (position !== undefined) words[Math.floor(position / BITS_PER_WORD)]! |= 1 << (position % BITS_PER_WORD)
    }
    return words
  }

  /** Returns the same, and keeps it: the same list comes again, and does not change. */
  ofShared = (user_ids: readonly number[]): Uint32Array => {
    const words = this.#ofLists.get(user_ids) ?? this.of(user_ids)
    this.#ofLists.set(user_ids, words)
    return words
  }

  /** Returns how many users are in at least one of the sets. */
  countOf(sets: readonly Uint32Array[]): number {
    const union = new Uint32Array(Math.ceil(this.#positions.size / BITS_PER_WORD))
    for (const words of sets) for (let at = 0; at < words.length; at++) union[at]! |= words[at]!
    return union.reduce((count, word) => count + onesIn(word), 0)
  }
}

/** Returns how many bits of a word are 1: of each two, each four and each eight bits, and then of all. */
function onesIn(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555)
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
