import { describe, expect, test } from 'vitest'
import { shrinkAnimation } from '../../src/images/animation'
import { countFrames } from '../../src/images/frames'
import { readPicture } from '../../src/images/picture'
import { firstWebpFrame } from '../../src/images/webp-frame'
import { Pace } from '../../src/images/pace'
import { webpDrawings } from '../../src/images/webp-drawings'
import { movingGif } from '../support/moving-gif'
import { MOVING_PNG } from '../support/pictures'

const [RED, GREEN, BLUE, WHITE] = [0, 1, 2, 3]
const SIDE = 64
const BOX = { box: { width: 32, height: 32 } }
const SIZE = { width: SIDE, height: SIDE }

const filled = (colour: number) => Array.from({ length: SIDE * SIDE }, () => colour)
/** The left half has a colour, and the right half is empty. */
const half = (colour: number) => filled(0).map((_, at) => (at % SIDE < SIDE / 2 ? colour : WHITE))

/** Returns the colours of a point on the left and of one on the right, in each frame, as a viewer shows them. */
async function coloursOf(animation: Uint8Array): Promise<string[]> {
  const size = { width: 32, height: 32 }
  const canvas = new Uint8ClampedArray(size.width * size.height * 4)
  const colours: string[] = []
  const nameAt = (x: number) => {
    const [red, green, blue, opacity] = canvas.subarray((16 * 32 + x) * 4)
    if (opacity! < 128) return 'empty'
    return red! > 200 && green! > 200
      ? 'white'
      : red! > 128
        ? 'red'
        : green! > 128
          ? 'green'
          : blue! > 128
            ? 'blue'
            : '?'
  }
  for await (const drawing of webpDrawings(animation, size, new Pace())) {
    drawing.draw(canvas)
    colours.push(`${nameAt(8)} ${nameAt(24)} ${drawing.milliseconds}`)
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

  test('can be a WebP', async () => {
    const frames = Array.from({ length: 40 }, (_, nth) => ({ pixels: half(nth % 3) }))
    const first = await shrinkAnimation(movingGif(SIDE, SIDE, frames), SIZE, {
      target: { box: SIZE },
      pace: new Pace(),
    })
    const second = await shrinkAnimation(first!, SIZE, { target: BOX, pace: new Pace() })
    expect([countFrames(second!), firstWebpFrame(second!) !== undefined]).toEqual([40, true])
    expect((await coloursOf(second!)).slice(0, 3)).toEqual(['red white 50', 'green white 50', 'blue white 50'])
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

  test('ends before a frame that lies outside of it', async () => {
    const frames = Array.from({ length: 40 }, (_, nth) => ({ pixels: half(nth % 3) }))
    const webp = (await shrinkAnimation(movingGif(SIDE, SIDE, frames), SIZE, {
      target: { box: SIZE },
      pace: new Pace(),
    }))!
    const last = Buffer.from(webp).lastIndexOf('ANMF')
    webp[last + 8] = 1 // two points further to the right
    expect(countFrames((await shrinkAnimation(webp, SIZE, { target: BOX, pace: new Pace() }))!)).toBe(39)
  })

  test('has as many frames as 30 megapixels hold', async () => {
    const frames = Array.from({ length: 20 }, (_, nth) => ({ pixels: [nth % 2] }))
    const gif = movingGif(1, 1, frames)
    // The header says that the canvas is large. Its frames are points.
    const animation = await shrinkAnimation(
      gif,
      { width: 1500, height: 1333 },
      { target: { box: { width: 1, height: 1 } }, pace: new Pace() },
    )
    expect(animation === undefined ? 0 : countFrames(animation)).toBeLessThanOrEqual(15)
  })
})
