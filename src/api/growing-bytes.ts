/** An array of bytes that doubles when it is full. Many chunks of one byte need no more memory than one large chunk. */
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

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  add(chunk: Uint8Array) {
    const size = this.#size + chunk.length
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length))
      larger.set(this.bytes)
      this.#bytes = larger
    }
    this.#bytes.set(chunk, this.#size)
    this.#size = size
  }
}
