import { describe, expect, test } from 'vitest'
import { upright, type Bitmap } from '../../src/images/bitmap'
import { decodeGif } from '../../src/images/gif'
import { decodeJpeg } from '../../src/images/jpeg/decode'
import { Pace } from '../../src/images/pace'
import { decodePng } from '../../src/images/png'
import { drawPng, gifOf, pngOf } from '../support/drawn-pictures'
import { BASELINE, FULL_COLOUR, GREY, PROGRESSIVE, RGB, RESTARTING } from '../support/photographs'
import { GIF, PNG } from '../support/pictures'

const WHOLE = { box: { width: 1000, height: 1000 } }

const COLOURS: Record<string, readonly number[]> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  dark: [76, 76, 76],
  light: [150, 150, 150],
  black: [29, 29, 29],
}

/** Returns the name of the colour in the middle of each quarter. */
function quarters({ width, height, data }: Bitmap): string[] {
  const places = [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ]
  return places.map(([across = 0, down = 0]) => {
    const at = (Math.floor((height * down) / 4) * width + Math.floor((width * across) / 4)) * 4
    const pixel = [...data.subarray(at, at + 3)]
    const isNear = (colour: readonly number[]) => colour.every((value, index) => Math.abs(value - pixel[index]!) < 24)
    return Object.entries(COLOURS).find(([, colour]) => isNear(colour))?.[0] ?? pixel.join()
  })
}

const QUARTERS = ['red', 'green', 'blue', 'white']

describe('a JPEG', () => {
  const FORMS: [description: string, photo: Uint8Array][] = [
    ['baseline', BASELINE],
    ['progressive', PROGRESSIVE],
    ['with full colours', FULL_COLOUR],
    ['of red, green and blue', RGB],
  ]
  test.each(FORMS)('%s has its colours in each size', async (_, photo) => {
    const whole = await decodeJpeg(photo, WHOLE, new Pace())
    expect([whole.width, whole.height]).toEqual([32, 24])
    expect(quarters(whole)).toEqual(QUARTERS)
    // Of each block, 4 × 4 and 2 × 2 coefficients count.
    for (const width of [16, 8]) {
      const small = await decodeJpeg(photo, { box: { width, height: 100 } }, new Pace())
      expect([small.width, small.height]).toEqual([width, (width * 3) / 4])
      expect(quarters(small)).toEqual(QUARTERS)
    }
    // And only the average of each block.
    expect(await decodeJpeg(photo, { box: { width: 4, height: 100 } }, new Pace())).toMatchObject({
      width: 4,
      height: 3,
    })
  })

  test('that begins anew many times is whole', async () => {
    const { data } = await decodeJpeg(RESTARTING, { box: { width: 1, height: 80 } }, new Pace())
    expect([...data]).toEqual(Array.from({ length: 80 }, () => [200, 200, 200, 255]).flat())
  })

  test('in grey', async () => {
    expect(quarters(await decodeJpeg(GREY, WHOLE, new Pace()))).toEqual(['dark', 'light', 'black', 'white'])
  })

  test.each([
    [1, 'red green blue white'],
    [2, 'green red white blue'],
    [3, 'white blue green red'],
    [4, 'blue white red green'],
    [5, 'red blue green white'],
    [6, 'blue red white green'],
    [7, 'white green blue red'],
    [8, 'green white red blue'],
  ])('with orientation %i is turned as a viewer turns it', async (orientation, expected) => {
    const turned = upright(await decodeJpeg(BASELINE, WHOLE, new Pace()), orientation)
    expect(quarters(turned).join(' ')).toBe(expected)
    expect([turned.width, turned.height]).toEqual(orientation >= 5 ? [24, 32] : [32, 24])
  })

  test('becomes a square of its middle', async () => {
    const square = await decodeJpeg(BASELINE, { square: 12 }, new Pace())
    expect([square.width, square.height, quarters(square)]).toEqual([12, 12, QUARTERS])
  })
})

describe('a PNG', () => {
  const red = [255, 0, 0, 255]
  const clear = [0, 0, 0, 0]

  test.each([
    ['16 bits', 2, 16, [0, 255, 255, 0, 0, 0, 0], [], red],
    ['a palette of 1 bit', 3, 1, [0, 0x80], [['PLTE', [0, 0, 255, 255, 0, 0]]], red],
    [
      'a palette with opacity',
      3,
      8,
      [0, 1],
      [
        ['PLTE', [0, 0, 255, 255, 0, 0]],
        ['tRNS', [255, 0]],
      ],
      clear,
    ],
    ['2 bits of grey', 0, 2, [0, 0x40], [], [85, 85, 85, 255]],
    ['grey with opacity', 4, 8, [0, 9, 255], [], [9, 9, 9, 255]],
    ['a transparent grey', 0, 8, [0, 7], [['tRNS', [0, 7]]], clear],
    ['a transparent colour', 2, 8, [0, 255, 0, 0], [['tRNS', [0, 255, 0, 0, 0, 0]]], clear],
    ['red, green, blue and opacity', 6, 8, [0, 255, 0, 0, 255], [], red],
  ] as [string, number, number, number[], [string, number[]][], number[]][])(
    'with %s has its colours',
    async (_, colour, depth, rows, chunks, expected) => {
      const { data } = await decodePng(pngOf(1, 1, Uint8Array.from(rows), { colour, depth, chunks }), WHOLE, new Pace())
      expect([...data]).toEqual(expected)
    },
  )

  test('undoes each filter', async () => {
    // Each row is 10, 20: as it is, from the left, from above, from both, and from the nearest.
    const rows = [0, 10, 20, 1, 10, 10, 2, 0, 0, 3, 5, 5, 4, 0, 0]
    const { data } = await decodePng(pngOf(2, 5, Uint8Array.from(rows), { colour: 0 }), WHOLE, new Pace())
    const grey = [...data].filter((_, index) => index % 4 === 0)
    expect(grey).toEqual([10, 20, 10, 20, 10, 20, 10, 20, 10, 20])
  })

  test('that is interlaced has each pixel in its place', async () => {
    // The passes of 3 by 3 pixels: 1; none; none; 1; 2; 1 in each of two rows; and the row between.
    const rows = [0, 1, 0, 3, 0, 7, 9, 0, 2, 0, 8, 0, 4, 5, 6]
    const png = pngOf(3, 3, Uint8Array.from(rows), { colour: 0, isInterlaced: true })
    const { data } = await decodePng(png, WHOLE, new Pace())
    expect([...data].filter((_, index) => index % 4 === 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('becomes the average of its pixels, in which transparent ones have no colour', async () => {
    const rows = Uint8Array.from([0, 255, 0, 0, 255, 0, 255, 0, 0])
    const { data } = await decodePng(pngOf(2, 1, rows), { box: { width: 1, height: 1 } }, new Pace())
    expect([...data]).toEqual([255, 0, 0, 128])
    const half = await decodePng(drawPng(300, 200), { box: { width: 30, height: 30 } }, new Pace())
    expect([half.width, half.height, quarters(half)]).toEqual([30, 20, ['red', 'blue', 'red', 'blue']])
  })
})

describe('a GIF', () => {
  const pixels = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]

  test('has its colours', async () => {
    expect(quarters(await decodeGif(gifOf(4, 4, pixels), WHOLE, new Pace()))).toEqual(QUARTERS)
  })

  test('that is interlaced has each line in its place', async () => {
    // The first line comes first, then the third, and then the second and the fourth.
    const lines = [pixels.slice(0, 4), pixels.slice(8, 12), pixels.slice(4, 8), pixels.slice(12, 16)]
    expect(quarters(await decodeGif(gifOf(4, 4, lines.flat(), true), WHOLE, new Pace()))).toEqual(QUARTERS)
  })

  test('is transparent where it says so', async () => {
    const transparent = Uint8Array.from([...GIF.subarray(0, 22), 1, ...GIF.subarray(23)])
    expect([...(await decodeGif(GIF, WHOLE, new Pace())).data]).toEqual([0, 0, 0, 255])
    expect([...(await decodeGif(transparent, WHOLE, new Pace())).data]).toEqual([0, 0, 0, 0])
  })
})

test('the smallest PNG is decoded', async () => {
  expect((await decodePng(PNG, WHOLE, new Pace())).width).toBe(1)
})
