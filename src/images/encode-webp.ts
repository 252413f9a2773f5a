import encoderFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import encoderCode from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { Bitmap } from './bitmap'
import { codecOptions } from './codec'
import { effortFor } from './effort'
import type { Pace } from './pace'

type Encoder = { encode(data: BufferSource, width: number, height: number, options: object): Uint8Array | null }

let encoder: Encoder | undefined

/** Returns the picture as WebP without any metadata. */
export async function encodeWebp(bitmap: Bitmap, pace: Pace): Promise<Uint8Array> {
  encoder ??= await warmEncoder(pace)
  const encoded = await encodeWhole(encoder, bitmap, pace)
  if (encoded === null) throw new Error('The encoder made no picture')
  // The result is in the memory of the encoder, which the next picture overwrites.
  return encoded.slice()
}

async function encodeWhole(with_encoder: Encoder, bitmap: Bitmap, pace: Pace): Promise<Uint8Array | null> {
  const { data, width, height } = bitmap
  const effort = effortFor(bitmap)
  await pace.beforeWhole()
  const encoded = with_encoder.encode(data, width, height, { ...defaultOptions, ...effort })
  await pace.beforeWhole()
  return encoded
}

/** The sides of pictures that an isolate encodes before its first one. */
const WARMING_SIDES = [32, 64, 128, 192, 256]

/**
 * Returns an encoder that has encoded small pictures of each form. The platform compiles its functions when they are first called, and
 * again when they are called often: a large picture would take twice as long in its only slice.
 */
async function warmEncoder(pace: Pace): Promise<Encoder> {
  const created: Encoder = await encoderFactory(codecOptions(encoderCode))
  await pace.beforeWhole()
  for (const side of WARMING_SIDES)
    for (const opacity of [opaque, smooth, noise]) await encodeWhole(created, drawn(side, opacity), pace)
  return created
}

type Value = (at: number) => number

const noise: Value = (at) => Math.imul(at + 1, 2_654_435_761) >>> 24
const smooth: Value = (at) => (at >> 6) & 255
const opaque: Value = () => 255

function drawn(side: number, opacity: Value): Bitmap {
  const colour = opacity === noise ? noise : smooth
  const data = Uint8ClampedArray.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? opacity(at) : colour(at)))
  return { width: side, height: side, data }
}
