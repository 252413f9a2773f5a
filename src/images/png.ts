import { MAX_PIXELS } from './limits'
import type { Pace } from './pace'
import { damaged, tooLarge } from './problem'
import { inflatedRows } from './png-rows'
import { type PngHeader, readHeader, rowWriter } from './png-pixels'
import { Shrinker } from './shrinker'
import { shrinkingOf, type Target } from './sizes'
import type { Bitmap } from './bitmap'

/** An interlaced picture is in memory as a whole. */
const MAX_INTERLACED_PIXELS = 4_000_000
/** The bytes of a decoded row. */
const MAX_ROW_BYTES = 1024 * 1024
/** Inflating and reading more would take seconds. */
const MAX_INFLATED_BYTES = 160 * 1024 * 1024

/** Returns a PNG in the requested size. Decodes one row at a time. Throws a `PictureProblem`. */
export async function decodePng(bytes: Uint8Array, target: Target, pace: Pace): Promise<Bitmap> {
  const header = readHeader(bytes)
  const { width, height, isInterlaced } = header
  if (width === 0 || height === 0) throw damaged()
  if (width * height > MAX_PIXELS || width * 8 > MAX_ROW_BYTES) throw tooLarge()
  const { depth, samples } = header
  if ((width * height * depth * samples) / 8 > MAX_INFLATED_BYTES) throw tooLarge()
  if (isInterlaced && width * height > MAX_INTERLACED_PIXELS) throw tooLarge()
  const shrinker = new Shrinker(shrinkingOf(header, target))
  if (isInterlaced) await decodeInterlaced(header, shrinker, pace)
  else await decodeRows(header, shrinker, pace)
  if (!shrinker.isComplete) throw damaged()
  return shrinker.bitmap
}

/** A row is asked for, a byte is inflated and filtered, and a pixel is written and added. */
const [STEPS_PER_ROW, STEPS_PER_BYTE, STEPS_PER_PIXEL] = [50, 1, 1]

async function decodeRows(header: PngHeader, shrinker: Shrinker, pace: Pace): Promise<void> {
  const { width, height } = header
  const row = new Uint8ClampedArray(width * 4)
  const pixels = new Uint32Array(row.buffer)
  const write = rowWriter(header)
  for await (const { bytes, isSame } of inflatedRows(header, [{ width, height }])) {
    if (!isSame) write(bytes, width, { pixels, from: 0, step: 1 })
    shrinker.add(row, isSame)
    await pace.after(STEPS_PER_ROW + bytes.length * STEPS_PER_BYTE + width * STEPS_PER_PIXEL)
  }
}

/** Where the pixels of each of the seven passes are: the first column and row, and the steps between them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

async function decodeInterlaced(header: PngHeader, shrinker: Shrinker, pace: Pace): Promise<void> {
  const { width, height } = header
  const data = new Uint8ClampedArray(width * height * 4)
  const pixels = new Uint32Array(data.buffer)
  const write = rowWriter(header)
  const passes = PASSES.map(([left, top, across, down]) => ({
    width: Math.ceil((width - left) / across),
    height: Math.ceil((height - top) / down),
  }))
  for await (const { bytes, pass, y } of inflatedRows(header, passes)) {
    const [left, top, across, down] = PASSES[pass] ?? PASSES[0]
    write(bytes, passes[pass]!.width, { pixels, from: (top + y * down) * width + left, step: across })
    await pace.after(STEPS_PER_ROW + bytes.length * STEPS_PER_BYTE)
  }
  for (let y = 0; y < height; y++) {
    shrinker.add(data.subarray(y * width * 4, (y + 1) * width * 4))
    await pace.after(width * STEPS_PER_PIXEL)
  }
}
