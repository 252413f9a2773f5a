import type { Bitmap } from './bitmap'
import { dataViewOf } from './bytes'
import { afterBlocks, colourTableBytes, type Blocks } from './frames'
import { MAX_GIF_BLOCKS, MAX_PIXELS } from './limits'
import type { Pace } from './pace'
import { damaged, tooLarge } from './problem'
import { Shrinker } from './shrinker'
import { shrinkingOf, type Target } from './sizes'

/** The frame is in memory as one byte for each pixel. */
const MAX_FRAME_PIXELS = 16_000_000
const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b
const GRAPHIC_CONTROL = 0xf9

export type GifFrame = {
  left: number
  top: number
  width: number
  height: number
  isInterlaced: boolean
  colours: Uint8Array
  transparent: number | undefined
  delay: number
  disposal: number
  pixels: Uint8Array
}

/** Returns the first frame of a GIF in the requested size. Throws a `PictureProblem`. */
export async function decodeGif(bytes: Uint8Array, target: Target, pace: Pace): Promise<Bitmap> {
  const view = dataViewOf(bytes)
  if (bytes.length < 13) throw damaged()
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  if (width === 0 || height === 0) throw damaged()
  if (width * height > MAX_PIXELS) throw tooLarge()
  const frame = await firstFrame(bytes, pace)
  const shrinker = new Shrinker(shrinkingOf({ width, height }, target))
  const row = new Uint8ClampedArray(width * 4)
  const lines = lineOrder(frame)
  for (let y = 0; y < height; y++) {
    const line = lines[y - frame.top]
    row.fill(0)
    if (line !== undefined) writeLine(row, frame, line)
    shrinker.add(row)
    await pace.after(width)
  }
  return shrinker.bitmap
}

async function firstFrame(bytes: Uint8Array, pace: Pace): Promise<GifFrame> {
  const { value } = await gifFrames(bytes, pace).next()
  if (value === undefined) throw damaged()
  return value
}

/** Yields the frames of a GIF. Each is decompressed when it is asked for. Throws a `PictureProblem`. */
export async function* gifFrames(bytes: Uint8Array, pace: Pace): AsyncGenerator<GifFrame, undefined> {
  const view = dataViewOf(bytes)
  const common = colourTable(bytes, 10, 13)
  let control = NO_CONTROL
  const blocks: Blocks = { left: MAX_GIF_BLOCKS }
  const behind = (from: number) => {
    const end = afterBlocks(bytes, from, blocks)
    if (blocks.left <= 0) throw tooLarge()
    return end
  }
  for (let at = 13 + common.length; at + 10 < bytes.length;) {
    if (bytes[at] === EXTENSION) {
      if (bytes[at + 1] === GRAPHIC_CONTROL && bytes[at + 2] === 4) control = controlAt(bytes, at + 3)
      at = behind(at + 2)
      continue
    }
    if (bytes[at] === END) return undefined
    if (bytes[at] !== IMAGE) throw damaged()
    const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)]
    const [width, height] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)]
    if (width * height > MAX_FRAME_PIXELS) throw tooLarge()
    const own = colourTable(bytes, at + 9, at + 10)
    const isInterlaced = (bytes[at + 9]! & 0x40) !== 0
    const start = at + 10 + own.length
    const end = behind(start + 1)
    const pixels = new Uint8Array(width * height)
    for (const steps of decompress(bytes, start, pixels)) await pace.after(steps)
    yield { left, top, width, height, isInterlaced, colours: own.length > 0 ? own : common, pixels, ...control }
    control = NO_CONTROL
    at = end
  }
  return undefined
}

type Control = Pick<GifFrame, 'transparent' | 'delay' | 'disposal'>

const NO_CONTROL: Control = { transparent: undefined, delay: 0, disposal: 0 }

/** Reads what an extension says about the next frame. `delay` is in hundredths of a second. */
const controlAt = (bytes: Uint8Array, at: number): Control => ({
  transparent: ((bytes[at] ?? 0) & 1) === 1 ? bytes[at + 3] : undefined,
  delay: (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0),
  disposal: ((bytes[at] ?? 0) >> 2) & 7,
})

const colourTable = (bytes: Uint8Array, flagsAt: number, at: number): Uint8Array =>
  bytes.subarray(at, at + colourTableBytes(bytes[flagsAt]))

const MAX_CODES = 4096

const [CODES_AT_ONCE, MAX_PIXELS_AT_ONCE] = [10_000, 500_000]
const [STEPS_PER_CODE, STEPS_PER_PIXEL] = [2, 0.5]

/**
 * Fills the pixels from the blocks that begin at `start`, and yields the steps that it took. Pixels that the blocks do not have stay 0.
 * It reads the blocks where they are: copying 20 MB would be a long slice.
 */
function* decompress(bytes: Uint8Array, start: number, pixels: Uint8Array): Generator<number, undefined> {
  const pixelBits = bytes[start] ?? 0
  if (pixelBits < 1 || pixelBits > 11) throw damaged()
  const count = pixels.length
  const clear = 1 << pixelBits
  const prefix = new Uint16Array(MAX_CODES)
  const suffix = new Uint8Array(MAX_CODES)
  const lengths = new Uint16Array(MAX_CODES)
  for (let code = 0; code < clear; code++) [suffix[code], lengths[code]] = [code, 1]
  let [next, size, previous, at] = [clear + 2, pixelBits + 1, -1, 0]
  let [codes, paidTo] = [0, 0]
  for (let position = start + 1, left = 0, bits = 0, available = 0; at < count;) {
    while (available < size) {
      if (left === 0) left = bytes[position++] ?? 0
      // The last block is empty, or the file ends.
      if (left === 0 || position === bytes.length) return undefined
      bits |= bytes[position++]! << available
      left--
      available += 8
    }
    if (++codes === CODES_AT_ONCE || at - paidTo > MAX_PIXELS_AT_ONCE) {
      yield codes * STEPS_PER_CODE + (at - paidTo) * STEPS_PER_PIXEL
      ;[codes, paidTo] = [0, at]
    }
    const code = bits & ((1 << size) - 1)
    bits >>>= size
    available -= size
    if (code === clear) {
      ;[next, size, previous] = [clear + 2, pixelBits + 1, -1]
      continue
    }
    if (code === clear + 1) return undefined
    if (code > next || (code === next && previous < 0) || (previous < 0 && code >= clear)) throw damaged()
    const base = code < next ? code : previous
    // The string of a new code is that of the previous one and its own first pixel.
    let end = at + lengths[base]!
    let first = base
    for (let place = end - 1, link = base; place >= at; place--, link = prefix[link]!) {
      if (place < count) pixels[place] = suffix[link]!
      first = link
    }
    if (code === next) {
      if (end < count) pixels[end] = suffix[first]!
      end++
    }
    if (previous >= 0 && next < MAX_CODES) {
      prefix[next] = previous
      suffix[next] = suffix[first]!
      lengths[next] = lengths[previous]! + 1
      next++
      if (next === 1 << size && size < 12) size++
    }
    previous = code
    at = end
  }
  return undefined
}

/** Returns for each line of the picture its place in the file: interlaced files have every eighth line first. */
export function lineOrder({ height, isInterlaced }: GifFrame): number[] {
  const lines = Array.from({ length: height }, (_, line) => line)
  if (!isInterlaced) return lines
  const passes = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const
  const order = passes.flatMap(([first, step]) => lines.filter((line) => line >= first && (line - first) % step === 0))
  const places: number[] = []
  order.forEach((line, place) => (places[line] = place))
  return places
}

export function writeLine(
  row: Uint8ClampedArray,
  { left, width, colours, transparent, pixels }: GifFrame,
  line: number,
): void {
  const visible = Math.min(width, row.length / 4 - left)
  for (let x = 0; x < visible; x++) {
    const index = pixels[line * width + x]!
    if (index === transparent) continue
    const [at, colour] = [(left + x) * 4, index * 3]
    row[at] = colours[colour] ?? 0
    row[at + 1] = colours[colour + 1] ?? 0
    row[at + 2] = colours[colour + 2] ?? 0
    row[at + 3] = 255
  }
}
