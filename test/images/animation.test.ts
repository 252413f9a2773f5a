import { describe, expect, test } from 'vitest'
import { shrinkAnimation } from '../../src/images/animation'
import { countFrames } from '../../src/images/frames'
import { readPicture } from '../../src/images/picture'
import { firstWebpFrame, webpOf } from '../../src/images/webp-frame'
import { Pace } from '../../src/images/pace'
import { shrinkPicture } from '../../src/images/shrink'
import type { Size } from '../../src/images/sizes'
import { decodeWebp } from '../../src/images/webp'
import { movingGif } from '../support/moving-gif'
import { MOVING_PNG } from '../support/pictures'

const [RED, GREEN, BLUE, WHITE] = [0, 1, 2, 3]
const SIDE = 64
const BOX = { box: { width: 32, height: 32 } }
const SIZE = { width: SIDE, height: SIDE }

const filled = (colour: number) => Array.from({ length: SIDE * SIDE }, () => colour)
/** The left half has a colour, and the right half is empty. */
const half = (colour: number) => filled(0).map((_, at) => (at % SIDE < SIDE / 2 ? colour : WHITE))

/** Yields the frames of a result, and for how long each is shown. */
async function* framesOf(animation: Uint8Array, size: Size) {
  const view = new DataView(animation.buffer, animation.byteOffset, animation.byteLength)
  for (let at = 12, end = 0; at + 8 <= animation.length; at = end) {
    end = at + 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2)
    if (Buffer.from(animation.subarray(at, at + 4)).toString() !== 'ANMF') continue
    const file = webpOf(animation.subarray(at + 24, end), animation.subarray(at + 14, at + 20))!
    const { data } = await decodeWebp(file, { size, target: { box: size }, pace: new Pace() })
    yield { data, milliseconds: view.getUint16(at + 20, true) }
  }
}

/** Returns the colours of a point on the left and of one on the right, in each frame, as a viewer shows them. */
async function coloursOf(animation: Uint8Array): Promise<string[]> {
  const colours: string[] = []
  for await (const { data, milliseconds } of framesOf(animation, BOX.box)) {
    const nameAt = (x: number) => {
      const [red, green, blue, opacity] = data.subarray((16 * 32 + x) * 4)
      if (opacity! < 128) return 'empty'
      if (red! > 200 && green! > 200) return 'white'
      if (red! > 128) return 'red'
      if (green! > 128) return 'green'
      return blue! > 128 ? 'blue' : '?'
    }
    colours.push(`${nameAt(8)} ${nameAt(24)} ${milliseconds}`)
  }
  return colours
}

describe('a picture that moves', () => {
  test('becomes smaller and still moves: each frame as a viewer shows it, for its time', async () => {
    const gif = movingGif(SIDE, SIDE, [
      { pixels: filled(RED), delay: 7 },
      { pixels: half(GREEN), transparent: WHITE, delay: 0 },
      { pixels: half(BLUE), transparent: WHITE, disposal: 'previous' },
      { pixels: half(WHITE), transparent: WHITE, disposal: 'background' },
      { pixels: half(BLUE), transparent: WHITE },
    ])
    const animation = await shrinkAnimation(gif, SIZE, { target: BOX, pace: new Pace() })
    expect(readPicture(animation!)).toMatchObject({ content_type: 'image/webp', width: 32, height: 32 })
    expect(await coloursOf(animation!)).toEqual([
      'red red 70',
      'green red 100',
      'blue red 50',
      'green red 50',
      'blue empty 50',
    ])
  })

  test('is not made smaller if it is a WebP: its still thumbnail shows the first frame', async () => {
    const frames = Array.from({ length: 40 }, (_, nth) => ({ pixels: half(nth % 3) }))
    const target = { box: SIZE }
    const webp = (await shrinkAnimation(movingGif(SIDE, SIDE, frames), SIZE, { target, pace: new Pace() }))!
    expect(countFrames(webp)).toBe(40)
    const load = () => Promise.resolve(webp)
    const shrunk = await shrinkPicture({ account: 'ada', load, largest: BOX, moving: BOX })
    expect(shrunk).toMatchObject({ isAnimated: true, animation: undefined })
    const [still] = shrunk.results
    expect([countFrames(still!), firstWebpFrame(still!)]).toEqual([1, undefined])
    expect(readPicture(still!)).toMatchObject({ content_type: 'image/webp', width: 32, height: 32 })
  })

  test('keeps the frames before a damaged one', async () => {
    const frames = Array.from({ length: 6 }, (_, nth) => ({ pixels: filled(nth % 3) }))
    const gif = movingGif(SIDE, SIDE, frames)
    const bytesBefore = 25 + 19 // the header and how often it is repeated
    const fourth = bytesBefore + ((gif.length - bytesBefore - 1) / 6) * 3
    expect(gif[fourth]).toBe(0x21)
    gif[fourth] = 0x99
    expect(countFrames((await shrinkAnimation(gif, SIZE, { target: BOX, pace: new Pace() }))!)).toBe(3)
  })

  test('is not made to move if it has one frame, is a PNG, is large, or would become larger', async () => {
    const still = movingGif(SIDE, SIDE, [{ pixels: filled(RED) }])
    const small = movingGif(2, 2, [{ pixels: [0, 1, 0, 1] }, { pixels: [1, 0, 1, 0] }])
    const moving = movingGif(SIDE, SIDE, [{ pixels: filled(RED) }, { pixels: filled(BLUE) }])
    expect(await shrinkAnimation(still, SIZE, { target: BOX, pace: new Pace() })).toBeUndefined()
    expect(
      await shrinkAnimation(MOVING_PNG, { width: 1, height: 1 }, { target: BOX, pace: new Pace() }),
    ).toBeUndefined()
    expect(await shrinkAnimation(small, { width: 2, height: 2 }, { target: BOX, pace: new Pace() })).toBeUndefined()
    expect(
      await shrinkAnimation(moving, { width: 3000, height: 3000 }, { target: BOX, pace: new Pace() }),
    ).toBeUndefined()
    const long = new Uint8Array(11 * 1024 * 1024)
    long.set(moving)
    expect(await shrinkAnimation(long, SIZE, { target: BOX, pace: new Pace() })).toBeUndefined()
    expect(await shrinkAnimation(moving, SIZE, { target: BOX, pace: new Pace() })).toBeDefined()
  })

  test('has as many frames as 30 megapixels hold, and others go on while each is made smaller', async () => {
    let pauses = 0
    const pace = new Pace(async () => void pauses++)
    const frames = Array.from({ length: 20 }, (_, nth) => ({ pixels: [nth % 2] }))
    // A result that is larger than the file ends early.
    const gif = Uint8Array.from([...movingGif(1, 1, frames), ...new Uint8Array(10_000)])
    // The header says that the canvas is large. Its frames are points.
    const animation = await shrinkAnimation(
      gif,
      { width: 1500, height: 1333 },
      { target: { box: { width: 1, height: 1 } }, pace },
    )
    expect(animation === undefined ? 0 : countFrames(animation)).toBeLessThanOrEqual(15)
    // Before and after a frame is encoded, and once in the two million pixels of its canvas.
    expect(pauses).toBeGreaterThanOrEqual(15 * 3)
  })
})
