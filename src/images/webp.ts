import decoderFactory from '@jsquash/webp/codec/dec/webp_dec.js'
import decoderCode from '@jsquash/webp/codec/dec/webp_dec.wasm'
import encoderFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import encoderCode from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { Bitmap } from './bitmap'
import { hasTextAt } from './bytes'
import { damaged, tooLarge } from './problem'
import type { Pace } from './pace'
import { Shrinker } from './shrinker'
import { shrinkingOf, type Size, type Target } from './sizes'
import { readPicture } from './picture'
import { firstWebpFrame } from './webp-frame'

/** The decoder has the whole picture in memory, twice. */
const MAX_WEBP_PIXELS = 2_100_000
/** Pictures of as many pixels need 30 MiB. A file of 36 kB can have tables of 135 MiB, and one of 400 kB has tables of 870. */
const MAX_DECODER_BYTES = 48 * 1024 * 1024
const PAGE_BYTES = 64 * 1024

type Instantiate = (imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) => object

/** The platform compiles WebAssembly when the Worker is deployed, and refuses to do so later. */
const compiled = (code: WebAssembly.Module) => ({
  noInitialRun: true,
  instantiateWasm: ((imports, use) => {
    const instance = new WebAssembly.Instance(code, imports)
    limitMemory(instance)
    use(instance)
    return instance.exports
  }) satisfies Instantiate,
})

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

/** The memory of this code grows by the function that the exported memory has. The code can go on without more: it refuses the picture. */
function limitMemory({ exports }: WebAssembly.Instance): void {
  for (const memory of Object.values(exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_DECODER_BYTES)
        throw new RangeError('The picture needs more')
      return grow(pages)
    }
  }
}

/** Returns a decoder. It keeps the memory that it once took, so each picture has its own. */
async function webpDecoder(): Promise<(bytes: Uint8Array) => Bitmap | null> {
  const decoder: { decode(data: Uint8Array): Bitmap | null } = await decoderFactory(compiled(decoderCode))
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return null
    }
  }
}

type Encoder = { encode(data: BufferSource, width: number, height: number, options: object): Uint8Array | null }

let encoder: Encoder | undefined

const newEncoder = (): Promise<Encoder> => encoderFactory(compiled(encoderCode))

/** The encoder cannot be interrupted, and takes up to 50 milliseconds for a preview. More effort would take 100, for 8% fewer bytes. */
const [METHOD, METHOD_WITH_OPACITY] = [2, 0]

/** Returns the picture as WebP without any metadata. */
export async function encodeWebp({ data, width, height }: Bitmap, pace: Pace): Promise<Uint8Array> {
  encoder ??= await newEncoder()
  const method = isOpaque(data) ? METHOD : METHOD_WITH_OPACITY
  await pace.beforeWhole()
  const encoded = encoder.encode(data, width, height, { ...defaultOptions, method })
  await pace.beforeWhole()
  if (encoded === null) throw new Error('The encoder made no picture')
  // The result is in the memory of the encoder, which the next picture overwrites.
  return encoded.slice()
}

function isOpaque(data: Bitmap['data']): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}
