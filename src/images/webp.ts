import decoderFactory from '@jsquash/webp/codec/dec/webp_dec.js'
import decoderCode from '@jsquash/webp/codec/dec/webp_dec.wasm'
import type { Bitmap } from './bitmap'
import { hasTextAt } from './bytes'
import { codecOptions } from './codec'
import { damaged, tooLarge } from './problem'
import type { Pace } from './pace'
import { Shrinker } from './shrinker'
import { shrinkingOf, type Size, type Target } from './sizes'
import { readPicture } from './picture'
import { firstWebpFrame } from './webp-frame'

/** The decoder has the whole picture in memory, twice. */
const MAX_WEBP_PIXELS = 2_100_000
type Decoding = { size: Size; target: Target; pace: Pace }

/** Returns a WebP in the requested size, or the first frame of a moving one. `size` is what its header says. */
export async function decodeWebp(bytes: Uint8Array, { size, target, pace }: Decoding): Promise<Bitmap> {
  const frame = firstWebpFrame(bytes) ?? bytes
  if (isTooCostly(frame, size) || isTooCostly(frame, readPicture(frame) ?? size)) throw tooLarge()
  const decode = await webpDecoder()
  await pace.beforeWhole()
  const decoded = decode(frame)
  await pace.beforeWhole()
  if (decoded === null || decoded.width * decoded.height > MAX_WEBP_PIXELS) throw damaged()
  const shrinker = new Shrinker(shrinkingOf(decoded, target))
  for (let y = 0; y < decoded.height; y++) {
    shrinker.add(decoded.data.subarray(y * decoded.width * 4, (y + 1) * decoded.width * 4))
    await pace.after(decoded.width)
  }
  return shrinker.bitmap
}

/** The decoder cannot be interrupted. What takes longer than this delays others. */
const MAX_WEBP_NANOSECONDS = 50_000_000
const [NANOSECONDS_PER_PIXEL, PER_BYTE, PER_LOSSLESS_BYTE] = [12, 50, 12]

/** Whether decoding a WebP of this size takes too long: noise takes more bytes, and longer. */
export function isTooCostly(file: Uint8Array, { width, height }: Size): boolean {
  const perByte = hasTextAt(file, 12, 'VP8L') ? PER_LOSSLESS_BYTE : PER_BYTE
  const nanoseconds = width * height * NANOSECONDS_PER_PIXEL + file.length * perByte
  return width * height > MAX_WEBP_PIXELS || nanoseconds > MAX_WEBP_NANOSECONDS
}

/** Returns a decoder. It keeps the memory that it once took, so each picture has its own. */
async function webpDecoder(): Promise<(bytes: Uint8Array) => Bitmap | null> {
  const decoder: { decode(data: Uint8Array): Bitmap | null } = await decoderFactory(codecOptions(decoderCode))
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return null
    }
  }
}
