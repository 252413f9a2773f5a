import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { countFrames } from '../../src/images/frames'
import { decodeGif } from '../../src/images/gif'
import { decodeJpeg } from '../../src/images/jpeg/decode'
import { Pace } from '../../src/images/pace'
import { decodePng } from '../../src/images/png'
import { blocksOf } from '../../src/images/png-rows'
import { PictureProblem } from '../../src/images/problem'
import { drawPng, gifOf, pngOf } from '../support/drawn-pictures'
import { BASELINE, GREY, PROGRESSIVE } from '../support/photographs'

const TARGET = { box: { width: 16, height: 16 } }
type Decode = (bytes: Uint8Array) => unknown
const jpeg: Decode = (bytes) => decodeJpeg(bytes, TARGET, new Pace())
const png: Decode = (bytes) => decodePng(bytes, TARGET, new Pace())
const gif: Decode = (bytes) => decodeGif(bytes, TARGET, new Pace())

/** Returns why a picture is not decoded; `decoded` if it is. Fails the test for another error than the decoders may throw. */
async function outcomeOf(decode: Decode, bytes: Uint8Array): Promise<string> {
  try {
    await decode(bytes)
    return 'decoded'
  } catch (error) {
    if (error instanceof PictureProblem) return error.problem
    // The file ends before a value that its headers promise. `shrinkPicture` calls it damaged.
    if (error instanceof RangeError) return 'damaged'
    throw error
  }
}

/** Returns the picture with other bytes after the first occurrence of these. */
function changed(picture: Uint8Array, find: readonly number[], replacement: readonly number[]): Uint8Array {
  const at = picture.findIndex((_, index) => find.every((byte, offset) => picture[index + offset] === byte))
  const result = picture.slice()
  result.set(replacement, at + find.length)
  return result
}

const FRAME = [0xff, 0xc0, 0, 17]
const PROGRESSIVE_FRAME = [0xff, 0xc2, 0, 17]
const rows = new Uint8Array(1000)

describe('a hostile picture', () => {
  test.each([
    ['a JPEG of 4 gigapixels', jpeg, changed(BASELINE, FRAME, [8, 255, 255, 255, 255]), 'too large'],
    [
      'a grey JPEG of 100 megapixels',
      jpeg,
      changed(GREY, [0xff, 0xc0, 0, 11], [8, 0x27, 0x10, 0x27, 0x10]),
      'too large',
    ],
    ['a JPEG of more pixels than it has data for', jpeg, changed(BASELINE, FRAME, [8, 8, 0, 8, 0]), 'damaged'],
    [
      'a progressive JPEG of 80 megapixels in 400 bytes',
      jpeg,
      changed(PROGRESSIVE, PROGRESSIVE_FRAME, [8, 32, 0, 38, 0]),
      'damaged',
    ],
    ['a JPEG without a width', jpeg, changed(BASELINE, FRAME, [8, 0, 24, 0, 0]), 'damaged'],
    ['a JPEG of 12 bits', jpeg, changed(BASELINE, FRAME, [12]), 'unsupported'],
    ['a JPEG with four inks', jpeg, changed(BASELINE, FRAME, [8, 0, 24, 0, 32, 4]), 'unsupported'],
    [
      'a lossless JPEG',
      jpeg,
      changed(BASELINE, [0xff], [0xd8]).map((byte) => (byte === 0xc0 ? 0xc3 : byte)),
      'unsupported',
    ],
    ['a JPEG with two frames', jpeg, Uint8Array.from([...BASELINE.subarray(0, 2), ...twice(GREY)]), 'damaged'],
    [
      'a JPEG of thousands of segments',
      jpeg,
      Uint8Array.from([0xff, 0xd8, ...Array.from({ length: 3000 }, () => [0xff, 0xfe, 0, 2]).flat()]),
      'too large',
    ],
    [
      'a JPEG of thousands of code tables',
      jpeg,
      Uint8Array.from([
        0xff,
        0xd8,
        ...Array.from({ length: 400 }, () => [0xff, 0xc4, 0, 19, ...Array<number>(17).fill(0)]).flat(),
      ]),
      'too large',
    ],
    ['a JPEG of only a header', jpeg, BASELINE.subarray(0, 4), 'damaged'],
    ['a PNG of 4 gigapixels', png, pngOf(65_535, 65_535, rows), 'too large'],
    ['a PNG whose rows are too long', png, pngOf(200_000, 1, rows), 'too large'],
    ['an interlaced PNG of 5 megapixels', png, pngOf(5000, 1000, rows, { isInterlaced: true }), 'too large'],
    ['a PNG with fewer rows than it says', png, pngOf(100, 100, rows), 'damaged'],
    ['a PNG with an unknown filter', png, pngOf(1, 1, Uint8Array.of(9, 0, 0, 0, 0)), 'damaged'],
    ['a PNG with an unknown colour type', png, pngOf(1, 1, rows, { colour: 5 }), 'unsupported'],
    ['a PNG with a palette that is missing', png, pngOf(1, 1, rows, { colour: 3 }), 'damaged'],
    [
      'a PNG whose data is not compressed',
      png,
      drawPng(4, 4).map((byte, index) => (index > 41 && index < 50 ? 0 : byte)),
      'damaged',
    ],
    [
      'a GIF of 4 gigapixels',
      gif,
      gifOf(4, 4, [0]).map((byte, index) => (index > 5 && index < 10 ? 255 : byte)),
      'too large',
    ],
    [
      'a GIF whose frame is larger than itself',
      gif,
      changed(gifOf(4, 4, [0]), [0x2c, 0, 0, 0, 0], [255, 255, 255, 255]),
      'too large',
    ],
    ['a PNG of 20,001 chunks', png, pngOf(1, 1, rows, { chunks: chunksNamed('tEXt', 20_001) }), 'too large'],
    ['a GIF of 300,001 blocks', gif, withBlocks(300_001), 'too large'],
    ['a GIF of 300,001 extensions', gif, withExtensions(300_001), 'too large'],
    ['a JPEG with 200,100 escaped bytes behind a scan', jpeg, withEscapedBytes(200_100), 'too large'],
    ['a GIF without a frame', gif, gifOf(4, 4, [0]).subarray(0, 25), 'damaged'],
  ] as [string, Decode, Uint8Array, string][])('%s is refused', async (_, decode, bytes, expected) => {
    expect(await outcomeOf(decode, bytes)).toBe(expected)
  })

  test('a PNG that inflates to more than its size is decoded up to its size', async () => {
    const bomb = new Uint8Array(10_000_000)
    expect(await outcomeOf(png, pngOf(1, 1, bomb))).toBe('decoded')
  })

  test('a GIF frame beside its picture shows nothing', async () => {
    const beside = changed(gifOf(4, 4, [0]), [0x2c], [100, 0, 100, 0])
    expect(await outcomeOf(gif, beside)).toBe('decoded')
  })
})

describe('a picture in many small pieces', () => {
  const pieces = (bytes: Uint8Array, size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => bytes.subarray(nth * size, (nth + 1) * size))

  test('is written in few blocks, and nothing is lost', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
    const small = pieces(bytes, 7).flatMap((piece) => [piece, new Uint8Array()])
    const blocks = [...blocksOf(small)]
    expect(blocks.map(({ length }) => length)).toEqual([32_774, 32_774, 32_774, 1678])
    expect(Buffer.compare(Buffer.concat(blocks), bytes)).toBe(0)
    expect([...blocksOf([new Uint8Array(), new Uint8Array()])]).toEqual([])
  })

  test('is decoded', async () => {
    const chunks = chunksNamed('IDAT', 10_000)
    const data = deflateSync(new Uint8Array(40 * (40 * 4 + 1)), { level: 0 })
    const parts = [...chunks, ...pieces(data, 1).map((piece): Chunk => ['IDAT', [...piece]])]
    expect(await outcomeOf(png, pngOf(40, 40, new Uint8Array(), { chunks: parts }))).toBe('decoded')
  })

  test('has no more frames than its first chunks and blocks', () => {
    expect(countFrames(pngOf(1, 1, rows, { chunks: chunksNamed('fcTL', 30_000) }))).toBe(19_999)
    expect(countFrames(withBlocks(300_001))).toBe(1)
    expect(countFrames(withExtensions(300_001))).toBe(0)
    expect(countFrames(withExtensions(299_000))).toBe(1)
  })

  test('a JPEG with megabytes behind its scan is searched in slices', async () => {
    const end = GREY.lastIndexOf(0xff)
    const [head, tail] = [GREY.subarray(0, end), GREY.subarray(end)]
    let slices = 1
    const pace = new Pace(async () => {
      slices++
    })
    await decodeJpeg(Uint8Array.from(Buffer.concat([head, Buffer.alloc(17_000_000), tail])), TARGET, pace)
    expect(slices).toBe(5)
  })
})

type Chunk = [name: string, content: number[]]

const chunksNamed = (name: string, count: number): Chunk[] => Array.from({ length: count }, () => [name, []])

/** Where the only frame of the GIF below begins. */
const GIF_FRAME = 13 + 12
const PICTURE_OF_GIF = gifOf(4, 4, [0])
const inGif = (from: number, more: Uint8Array, to: number) =>
  Uint8Array.from(Buffer.concat([PICTURE_OF_GIF.subarray(0, from), more, PICTURE_OF_GIF.subarray(to)]))

const withExtensions = (count: number) =>
  inGif(GIF_FRAME, Uint8Array.from(Buffer.alloc(count * 3, '!\x01\0', 'latin1')), GIF_FRAME)
const withBlocks = (count: number) =>
  inGif(GIF_FRAME + 11, Uint8Array.from(Buffer.alloc(count * 2, '\x01\0', 'latin1')).map(one), GIF_FRAME + 11)
/** Each block has one byte. */
const one = (_: number, at: number) => (at % 2 === 0 ? 1 : 4)

function withEscapedBytes(count: number): Uint8Array {
  const end = GREY.lastIndexOf(0xff)
  return Uint8Array.from(Buffer.concat([GREY.subarray(0, end), Buffer.alloc(count * 2, '\xff\0', 'latin1')]))
}

/** Returns the segments of a photo twice, without its first bytes. */
function twice(photo: Uint8Array): number[] {
  const frame = photo.findIndex((byte, index) => byte === 0xff && photo[index + 1] === 0xc0)
  const length = 2 + 256 * photo[frame + 2]! + photo[frame + 3]!
  const segment = photo.subarray(frame, frame + length)
  return [...segment, ...segment]
}

describe('a damaged picture', () => {
  const PICTURES: [name: string, decode: Decode, picture: Uint8Array][] = [
    ['baseline JPEG', jpeg, BASELINE],
    ['progressive JPEG', jpeg, PROGRESSIVE],
    ['PNG', png, drawPng(8, 8)],
    ['GIF', gif, gifOf(4, 4, Array<number>(16).fill(2))],
  ]
  test.each(PICTURES)('a %s that is cut or changed at any byte is decoded or refused', async (_, decode, picture) => {
    for (let index = 0; index < picture.length; index++) {
      const cut = await outcomeOf(decode, picture.subarray(0, index))
      expect(['decoded', 'damaged', 'unsupported', 'too large']).toContain(cut)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const corrupt = picture.slice()
        corrupt[index] = value
        await outcomeOf(decode, corrupt)
      }
    }
  })
})
