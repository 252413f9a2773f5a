import { Digest, IDS_PER_BLOCK, MARKS } from '../../src/domain/messages/replica/digest-rules'

/** What is stored of a block. */
export type StoredBlock = { places: Uint32Array; versions: Map<number, number>; marks: Map<number, number> }

/** Which messages of a block the replica has, in which conversation each is, and what is compared of them. */
export class Block {
  /** By the offset of a message: 1 more than the number of its conversation, or 0. */
  readonly #places: Uint32Array
  readonly #versions: Map<number, number>
  readonly #marks: Map<number, number>

  constructor(
    readonly number: number,
    stored?: StoredBlock,
  ) {
    this.#places = stored?.places ?? new Uint32Array(IDS_PER_BLOCK)
    this.#versions = stored?.versions ?? new Map()
    this.#marks = stored?.marks ?? new Map()
  }

  get stored(): StoredBlock {
    return { places: this.#places, versions: this.#versions, marks: this.#marks }
  }

  get #first(): number {
    return this.number * IDS_PER_BLOCK
  }

  /** Returns the number of the conversation of a message, or undefined if the replica does not have it. */
  conversationOf(id: number): number | undefined {
    const place = this.#places[id - this.#first] ?? 0
    return place === 0 ? undefined : place - 1
  }

  put(id: number, conversation: number): void {
    this.#places[id - this.#first] = conversation + 1
  }

  remove(id: number): void {
    this.#places[id - this.#first] = 0
    this.#versions.delete(id)
    this.#marks.delete(id)
  }

  versionOf = (id: number): number => this.#versions.get(id) ?? 0
  marksOf = (id: number): number => this.#marks.get(id) ?? 0

  /** Notes what is compared of a message besides its conversation. */
  note(id: number, version: number, flags: readonly string[]): void {
    set(this.#versions, id, version)
    const marks = (['collapsed', 'hide_link_previews'] as const).reduce(
      (sum, flag) => sum | (flags.includes(flag) ? MARKS[flag] : 0),
      0,
    )
    set(this.#marks, id, marks)
  }

  /** Yields the messages from an id on, with their conversations. */
  *messages(from = 0): Generator<[id: number, conversation: number]> {
    for (let offset = Math.max(0, from - this.#first); offset < IDS_PER_BLOCK; offset++) {
      const place = this.#places[offset]!
      if (place !== 0) yield [this.#first + offset, place - 1]
    }
  }

  /** Returns the digest of the messages from an id on. `placeOf` returns the number of the place of a conversation. */
  digest(from: number, placeOf: (conversation: number) => number): number {
    const digest = new Digest()
    for (const [id, conversation] of this.messages(from))
      digest.add(id, this.versionOf(id), placeOf(conversation), this.marksOf(id))
    return digest.value
  }
}

function set(values: Map<number, number>, id: number, value: number) {
  if (value === 0) values.delete(id)
  else values.set(id, value)
}
