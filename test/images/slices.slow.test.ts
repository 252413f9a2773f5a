import { expect, test } from 'vitest'
import { decodeGif } from '../../src/images/gif'
import { decodeJpeg } from '../../src/images/jpeg/decode'
import { Pace } from '../../src/images/pace'
import { decodePng } from '../../src/images/png'
import type { Target } from '../../src/images/sizes'
import { cpuMs, leastMs } from '../support/cpu'
import { pngOf } from '../support/drawn-pictures'
import { largeGif, largeJpeg, largePng } from '../support/large-pictures'

const TARGET = { box: { width: 840, height: 560 } }
const TRIES = 4
/** While others wait for ten milliseconds several times, no request waits for a hundred. */
const MAX_SLICE_MS = 50
const MAX_PICTURE_MS = 2000

type Decode = (bytes: Uint8Array, target: Target, pace: Pace) => Promise<unknown>

const SIDE = 5000
const EMPTY = Array.from({ length: 19_000 }, (): [string, number[]] => ['IDAT', []])
const PICTURES: [name: string, decode: Decode, bytes: Uint8Array][] = [
  ['a PNG of one bit and one colour', decodePng, largePng(SIDE, { depth: 1, colour: 0 })],
  ['a PNG of one bit whose rows differ', decodePng, largePng(SIDE, { depth: 1, colour: 0, fill: 'alternating' })],
  ['a PNG of 16 bits with a filter', decodePng, largePng(SIDE, { depth: 16, colour: 2, fill: 'filtered' })],
  ['a JPEG of 36 megapixels', decodeJpeg, largeJpeg(6000)],
  ['a GIF whose codes stand for one pixel each', decodeGif, largeGif(2000)],
  ['a PNG of 65,535 rows', decodePng, pngOf(1, 65_535, new Uint8Array(2 * 65_535), { colour: 0 })],
  ['a PNG of 19,000 chunks without pixels', decodePng, pngOf(9, 9, new Uint8Array(90), { colour: 0, chunks: EMPTY })],
]

/** Returns the CPU time of the longest slice, and of the picture. */
async function timesOf(decode: Decode, bytes: Uint8Array): Promise<{ slice: number; picture: number }> {
  const slices: number[] = []
  let start = cpuMs()
  const endSlice = () => slices.push(cpuMs() - start)
  const pace = new Pace(async () => {
    endSlice()
    await new Promise(setImmediate)
    start = cpuMs()
  })
  await decode(bytes, TARGET, pace)
  endSlice()
  return { slice: Math.max(...slices), picture: slices.reduce((sum, slice) => sum + slice, 0) }
}

test.each(PICTURES)('%s is decoded in short slices', async (_, decode, bytes) => {
  const slice = await leastMs(async () => (await timesOf(decode, bytes)).slice, MAX_SLICE_MS, TRIES)
  expect(slice).toBeLessThan(MAX_SLICE_MS)
  const picture = await leastMs(async () => (await timesOf(decode, bytes)).picture, MAX_PICTURE_MS, TRIES)
  expect(picture).toBeLessThan(MAX_PICTURE_MS)
})
