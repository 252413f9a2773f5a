import { crc32 } from 'node:zlib'

/**
 * An archive is many members, one after the other, as its format allows and every tool reads: what is worth it is
 * compressed, and the rest is stored as it is. Pictures and films would not become smaller, and to try with gigabytes of
 * them takes longer than one request may think.
 */
export async function* compressed(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* streamOf(pieces).pipeThrough(new CompressionStream('gzip'))
}

export async function* stored(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield BEGINNING
  let [sum, size] = [0, 0]
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += MOST_BYTES_OF_BLOCK) {
      const block = piece.subarray(at, at + MOST_BYTES_OF_BLOCK)
      sum = crc32(block, sum)
      size += block.length
      yield Buffer.concat([headerOf(block.length), block])
    }
  yield endOf(sum, size)
}

// No time, no name, and nobody's system: the archive inside says what there is to say.
const BEGINNING = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
const MOST_BYTES_OF_BLOCK = 0xffff
const IS_LAST = 1

function headerOf(length: number, last = 0): Uint8Array {
  const header = new DataView(new ArrayBuffer(5))
  header.setUint8(0, last)
  header.setUint16(1, length, true)
  header.setUint16(3, ~length, true)
  return new Uint8Array(header.buffer)
}

function endOf(sum: number, size: number): Uint8Array {
  const sums = new DataView(new ArrayBuffer(8))
  sums.setUint32(0, sum, true)
  sums.setUint32(4, size % 2 ** 32, true)
  return Buffer.concat([headerOf(0, IS_LAST), new Uint8Array(sums.buffer)])
}

/** Asks for as much as is wanted, and for no more once nobody listens. */
export const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
