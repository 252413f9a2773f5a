import { damaged } from '../problem'

/** A table that gives, for the next 16 bits, the length of the code in them and its symbol. */
export type CodeTable = Uint16Array

const MAX_CODE_BITS = 16

/** Returns the table of a Huffman code from the number of codes of each length. */
export function codeTable(counts: Uint8Array, symbols: Uint8Array): CodeTable {
  const table = new Uint16Array(2 ** MAX_CODE_BITS)
  let at = 0
  let symbol = 0
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    const entries = 2 ** (MAX_CODE_BITS - length)
    for (let count = counts[length - 1]!; count > 0; count--) {
      if (at + entries > table.length) throw damaged()
      table.fill((length << 8) | symbols[symbol++]!, at, at + entries)
      at += entries
    }
  }
  return table
}

/** After the end of the data, or before a restart, so many bytes of zeros are read. A file that needs more is incomplete. */
const MAX_MISSING_BYTES = 64

/** Reads the bits of a scan. The bytes 255, 0 stand for 255, and 255 before another byte is a marker, which ends the data. */
export class BitReader {
  #bits = 0
  #count = 0
  #missing = 0

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** Returns the next symbol of a code. */
  symbol(table: CodeTable): number {
    if (this.#count < MAX_CODE_BITS) this.#fill()
    const entry = table[(this.#bits >>> (this.#count - MAX_CODE_BITS)) & 0xffff]!
    if (entry === 0) throw damaged()
    this.#count -= entry >> 8
    return entry & 0xff
  }

  /** Returns the next bits as a number. */
  bits(length: number): number {
    if (this.#count < length) this.#fill()
    this.#count -= length
    return (this.#bits >>> this.#count) & (2 ** length - 1)
  }

  /** Returns the next bits as a number with a sign: a first bit of 0 means negative. */
  signed(length: number): number {
    if (length === 0) return 0
    const value = this.bits(length)
    return value < 2 ** (length - 1) ? value - 2 ** length + 1 : value
  }

  /** Skips a restart marker, where the data begins anew. */
  restart(): void {
    this.#bits = this.#count = this.#missing = 0
    const marker = this.bytes[this.at + 1] ?? 0
    if (this.bytes[this.at] !== 0xff || marker < 0xd0 || marker > 0xd7) throw damaged()
    this.at += 2
  }

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.bytes[this.at]
      let value = 0
      if (byte !== undefined && byte !== 0xff) {
        value = byte
        this.at++
      } else if (byte === 0xff && this.bytes[this.at + 1] === 0) {
        value = 0xff
        this.at += 2
      } else if (++this.#missing > MAX_MISSING_BYTES) throw damaged()
      this.#bits = (this.#bits << 8) | value
      this.#count += 8
    }
  }
}
