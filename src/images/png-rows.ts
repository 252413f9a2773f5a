import { createInflate } from 'node:zlib'
import { damaged } from './problem'
import type { PngHeader } from './png-pixels'
import type { Size } from './sizes'

/** A row of pixels as the file has them, without its filter. `isSame`: it is equal to the row above. */
type Row = { bytes: Uint8Array; pass: number; y: number; isSame: boolean }

/** Returns the rows of all passes. Ends after the last one: bytes behind it are not decompressed. */
export async function* inflatedRows(header: PngHeader, passes: readonly Size[]): AsyncGenerator<Row> {
  const { depth, samples } = header
  const pixelBytes = Math.max(1, (depth * samples) >> 3)
  const source = new InflatedBytes(header.pieces)
  try {
    for (const [pass, { width, height }] of passes.entries()) {
      if (width <= 0) continue
      const rowBytes = Math.ceil((width * depth * samples) / 8)
      let [row, above] = [new Uint8Array(rowBytes + 1), new Uint8Array(rowBytes + 1)]
      for (let y = 0; y < height; y++) {
        await source.read(row)
        removeFilter(row, above, pixelBytes)
        const bytes = row.subarray(1)
        yield { bytes, pass, y, isSame: y > 0 && Buffer.compare(bytes, above.subarray(1)) === 0 }
        ;[row, above] = [above, row]
      }
    }
  } finally {
    source.end()
  }
}

/** The decompressed bytes of the pieces. It decompresses little more than what is read: a small file may inflate to gigabytes. */
class InflatedBytes {
  readonly #inflate = createInflate({ chunkSize: 2 ** 16 })
  readonly #bytes: AsyncIterator<Uint8Array>
  #piece = new Uint8Array()
  #at = 0

  constructor(pieces: readonly Uint8Array[]) {
    this.#bytes = this.#inflate[Symbol.asyncIterator]()
    // Who reads the bytes learns of an error.
    this.#write(pieces).catch(() => undefined)
  }

  /** Each block is written when the one before it is decompressed. */
  async #write(pieces: readonly Uint8Array[]): Promise<void> {
    for (const block of blocksOf(pieces))
      await new Promise<void>((resolve, reject) => {
        this.#inflate.write(block, (error) => (error ? reject(error) : resolve()))
      })
    this.#inflate.end()
  }

  /** Fills the target. Throws if there are fewer bytes. */
  async read(target: Uint8Array): Promise<void> {
    for (let filled = 0; filled < target.length;) {
      if (this.#at === this.#piece.length) await this.#next()
      const part = this.#piece.subarray(this.#at, this.#at + target.length - filled)
      target.set(part, filled)
      this.#at += part.length
      filled += part.length
    }
  }

  async #next(): Promise<void> {
    const next = await this.#bytes.next().catch(() => {
      throw damaged()
    })
    if (next.done) throw damaged()
    this.#piece = new Uint8Array(next.value)
    this.#at = 0
  }

  end(): void {
    this.#inflate.destroy()
  }
}

/** A piece takes time when it is written. Smaller ones are joined. */
const MIN_BLOCK_BYTES = 32 * 1024

/** Yields the pieces, and those together that are small. */
export function* blocksOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = []
  let bytes = 0
  for (const piece of pieces) {
    small.push(piece)
    bytes += piece.length
    if (bytes < MIN_BLOCK_BYTES) continue
    yield joined(small)
    ;[small, bytes] = [[], 0]
  }
  if (bytes > 0) yield joined(small)
}

const joined = (pieces: readonly Uint8Array[]) => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))

/** The first byte of a row says how its bytes differ from their neighbours: to the left, above, both, or the nearest. */
function removeFilter(row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const filter = row[0]!
  if (filter > 4) throw damaged()
  if (filter === 1) for (let at = 1 + pixelBytes; at < row.length; at++) row[at]! += row[at - pixelBytes]!
  if (filter === 2) for (let at = 1; at < row.length; at++) row[at]! += above[at]!
  if (filter === 3) addAverages(row, above, pixelBytes)
  if (filter === 4) addNearest(row, above, pixelBytes)
}

function addAverages(row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  for (let at = 1; at < row.length; at++) row[at]! += ((at > pixelBytes ? row[at - pixelBytes]! : 0) + above[at]!) >> 1
}

function addNearest(row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const first = Math.min(row.length, 1 + pixelBytes)
  // Beside the first pixel there is nothing, and the pixel above is the nearest.
  for (let at = 1; at < first; at++) row[at]! += above[at]!
  for (let at = first; at < row.length; at++) {
    const left = row[at - pixelBytes]!
    const up = above[at]!
    const corner = above[at - pixelBytes]!
    const toLeft = Math.abs(up - corner)
    const toUp = Math.abs(left - corner)
    const toCorner = Math.abs(left + up - 2 * corner)
    row[at]! += toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
  }
}
