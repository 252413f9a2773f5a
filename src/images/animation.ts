import { hasTextAt } from './bytes'
import type { Bitmap } from './bitmap'
import { gifDrawings, loopsOf, type Drawing } from './gif-drawings'
import type { Pace } from './pace'
import { PictureProblem } from './problem'
import { Shrinker } from './shrinker'
import { shrinkingOf, type Size, type Target } from './sizes'
import { encodeWebp } from './encode-webp'
import { animatedWebp, type EncodedFrame } from './webp-animation'

/** The picture as it is shown is in memory, once or twice. */
const MAX_CANVAS_PIXELS = 2_000_000
/** The file, its copy in R2 and each frame in turn are in memory too. */
const MAX_FILE_BYTES = 10 * 1024 * 1024
/** All frames together. Later frames are left out. */
const MAX_PIXELS_OF_FRAMES = 30_000_000
const MAX_FRAMES = 300

type Moving = { target: Target; pace: Pace }

/**
 * Returns a GIF that moves in the requested size, as WebP; undefined if it has one frame, is too large, or would not become smaller.
 * A damaged frame ends it. Other pictures that move are small already: docs/decisions/thumbnails.md.
 */
export async function shrinkAnimation(
  bytes: Uint8Array,
  size: Size,
  { target, pace }: Moving,
): Promise<Uint8Array | undefined> {
  if (!hasTextAt(bytes, 0, 'GIF8')) return undefined
  const pixels = size.width * size.height
  const most = Math.min(MAX_FRAMES, Math.floor(MAX_PIXELS_OF_FRAMES / pixels))
  if (pixels > MAX_CANVAS_PIXELS) return undefined
  if (bytes.length > MAX_FILE_BYTES) return undefined
  const shrinking = shrinkingOf(size, target)
  const frames: EncodedFrame[] = []
  let encodedBytes = 0
  for await (const { canvas, milliseconds } of untilDamage(shownFrames(bytes, size, { most, pace }))) {
    const shrinker = new Shrinker(shrinking)
    for (let y = 0; y < size.height; y++) {
      shrinker.add(canvas.subarray(y * size.width * 4, (y + 1) * size.width * 4))
      await pace.after(size.width)
    }
    const webp = await encodeWebp(shrinker.bitmap, pace)
    frames.push({ webp, milliseconds })
    encodedBytes += webp.length
    if (encodedBytes >= bytes.length) return undefined
  }
  if (frames.length < 2) return undefined
  const animation = animatedWebp(frames, shrinking.result, loopsOf(bytes))
  return animation.length < bytes.length ? animation : undefined
}

type Limits = { most: number; pace: Pace }
type ShownFrame = { canvas: Bitmap['data']; milliseconds: number }

/** Yields what a viewer shows, one frame after the other, on the same canvas. */
async function* shownFrames(bytes: Uint8Array, size: Size, { most, pace }: Limits): AsyncGenerator<ShownFrame> {
  const canvas = new Uint8ClampedArray(size.width * size.height * 4)
  let frames = 0
  let drawnPixels = 0
  for await (const drawing of gifDrawings(bytes, size, pace)) {
    drawnPixels += drawing.width * drawing.height
    if (++frames > most || drawnPixels > MAX_PIXELS_OF_FRAMES) return
    const before = drawing.disposal === 'previous' ? canvas.slice() : undefined
    drawing.draw(canvas)
    yield { canvas, milliseconds: drawing.milliseconds }
    if (before !== undefined) canvas.set(before)
    if (drawing.disposal === 'background') clear(canvas, size, drawing)
  }
}

function clear(canvas: Bitmap['data'], size: Size, { left, top, width, height }: Drawing): void {
  const end = Math.min(left + width, size.width)
  for (let y = top; y < Math.min(top + height, size.height); y++)
    if (left < end) canvas.fill(0, (y * size.width + left) * 4, (y * size.width + end) * 4)
}

async function* untilDamage(frames: AsyncGenerator<ShownFrame>): AsyncGenerator<ShownFrame> {
  try {
    yield* frames
  } catch (error) {
    if (!(error instanceof PictureProblem || error instanceof RangeError)) throw error
  }
}
