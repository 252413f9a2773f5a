/** One array that doubles: bytes in pieces of one byte take no more memory, and a few times the work, of one large piece. */
export class GrowingBytes {
  #bytes: Uint8Array
  #size: number

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  get size(): number {
    return this.#size
  }

  get whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  add(piece: Uint8Array) {
    const size = this.#size + piece.length
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length))
      larger.set(this.whole)
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#size)
    this.#size = size
  }
}
