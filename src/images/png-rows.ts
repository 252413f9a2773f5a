import { createInflate } from 'node:zlib'
import { damaged } from './problem'
import type { PngHeader } from './png-pixels'
import type { Size } from './sizes'

/** A row of pixels as the file has them, without its filter. */
type Row = { bytes: Uint8Array; pass: number; y: number }

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
        yield { bytes: row.subarray(1), pass, y }
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
    for (const piece of pieces) this.#inflate.write(piece)
    this.#inflate.end()
    this.#bytes = this.#inflate[Symbol.asyncIterator]()
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

/** The first byte of a row says how its bytes differ from their neighbours: to the left, above, both, or the nearest. */
function removeFilter(row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const filter = row[0]!
  if (filter > 4) throw damaged()
  if (filter === 0) return
  for (let at = 1; at < row.length; at++) {
    const left = at > pixelBytes ? row[at - pixelBytes]! : 0
    const up = above[at]!
    if (filter === 1) row[at]! += left
    else if (filter === 2) row[at]! += up
    else if (filter === 3) row[at]! += (left + up) >> 1
    else row[at]! += nearest(left, up, at > pixelBytes ? above[at - pixelBytes]! : 0)
  }
}

function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
