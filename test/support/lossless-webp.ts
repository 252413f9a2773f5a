/** Writes values of some bits, the lowest bit first. */
class Bits {
  readonly bytes: number[] = []
  #value = 0
  #count = 0

  put(value: number, bits: number): void {
    for (let bit = 0; bit < bits; bit++) {
      this.#value |= ((value >> bit) & 1) << this.#count
      if (++this.#count < 8) continue
      this.bytes.push(this.#value)
      this.#value = this.#count = 0
    }
  }
}

const CODES_OF_GROUP = 5
/** In this order, a file gives the lengths of the codes that code lengths have. */
const ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8]
const BYTES_BEHIND = 64

/** A code of one symbol, 0, which takes no bits. */
const putSingle = (bits: Bits) => bits.put(1, 4)

/** A code in which each byte has its eight bits. Further symbols of the alphabet have none. */
function putBytes(bits: Bits, symbols: number): void {
  bits.put(0, 1)
  bits.put(ORDER.length - 4, 4)
  for (const length of ORDER) bits.put(length === 0 || length === 8 ? 1 : 0, 3)
  bits.put(0, 1)
  for (let symbol = 0; symbol < symbols; symbol++) bits.put(symbol < 256 ? 1 : 0, 1)
}

const reversed = (byte: number) => Number.parseInt(byte.toString(2).padStart(8, '0').split('').toReversed().join(''), 2)

/**
 * Returns a black lossless WebP. Each block of 4 by 4 pixels may have a group of codes of its own: the file says how many groups there
 * are, in one byte and a half for each, and the decoder makes tables of 12 KiB for each.
 */
export function webpOfGroups(side: number, groups: number): Uint8Array<ArrayBuffer> {
  const bits = new Bits()
  bits.put(0x2f, 8)
  for (const length of [side, side]) bits.put(length - 1, 14)
  bits.put(0, 1 + 3)
  // No transform, no cache of colours, and groups for blocks of four pixels.
  bits.put(0b100, 3)
  bits.put(0, 3)
  // The picture of the groups: red and green are the number of the group.
  bits.put(0, 1)
  putBytes(bits, 280)
  putBytes(bits, 256)
  for (let code = 2; code < CODES_OF_GROUP; code++) putSingle(bits)
  for (let block = 0; block < Math.ceil(side / 4) ** 2; block++)
    for (const byte of [(block % groups) & 255, (block % groups) >> 8]) bits.put(reversed(byte), 8)
  for (let code = 0; code < groups * CODES_OF_GROUP; code++) putSingle(bits)
  bits.put(0, 8 * BYTES_BEHIND)
  const data = Buffer.from(bits.bytes)
  const chunk = Buffer.concat([Buffer.from('VP8L'), length32(data.length), data, Buffer.alloc(data.length % 2)])
  return Uint8Array.from(Buffer.concat([Buffer.from('RIFF'), length32(chunk.length + 4), Buffer.from('WEBP'), chunk]))
}

function length32(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(length)
  return bytes
}
