import { describe, expect, test } from 'vitest'
import { readPicture } from '../../src/images/picture'
import { GIF, JPEG, PNG } from '../support/pictures'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const big = (value: number) => [value >> 8, value & 255]
const little = (value: number) => [value & 255, value >> 8]

const segment = (marker: number, content: number[]) => [0xff, marker, ...big(content.length + 2), ...content]
const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, [8, ...big(height), ...big(width), 3, 1, 0x22, 0])
const exif = (orientation: number) =>
  segment(0xe1, [
    ...ascii('Exif\0\0II*\0\x08\0\0\0\x02\0'),
    ...ascii('\x0F\x01\x02\0\x01\0\0\0\0\0\0\0'),
    ...ascii('\x12\x01\x03\0\x01\0\0\0'),
    ...little(orientation),
    0,
    0,
  ])
const jpeg = (...segments: number[][]) => Uint8Array.from([0xff, 0xd8, ...segments.flat()])
const png = (width: number, height: number) =>
  Uint8Array.from([
    ...ascii('\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0'),
    ...big(width),
    0,
    0,
    ...big(height),
    ...ascii('\x08\x06\0\0\0'),
  ])
const webp = (kind: string, content: number[]) =>
  Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii(`WEBP${kind}`), 0, 0, 0, 0, ...content])

describe('the size of a picture', () => {
  test.each([
    ['PNG', png(640, 480), 'image/png', 640, 480],
    ['GIF', Uint8Array.from([...ascii('GIF87a'), ...little(320), ...little(200)]), 'image/gif', 320, 200],
    ['JPEG', jpeg(segment(0xe0, ascii('JFIF\0')), frame(4032, 3024)), 'image/jpeg', 4032, 3024],
    ['a progressive JPEG behind a table', jpeg(segment(0xc4, [1, 2]), frame(30, 20, 0xc2)), 'image/jpeg', 30, 20],
    ['a JPEG with bytes between segments', jpeg([0xff, 0xff], frame(30, 20)), 'image/jpeg', 30, 20],
    ['WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...little(550), ...little(368)]), 'image/webp', 550, 368],
    ['lossless WebP', webp('VP8L', [0x2f, 0x8f, 0x81, 0x0c, 0]), 'image/webp', 400, 51],
    ['WebP with transparency', webp('VP8X', [0, 0, 0, 0, 0x8f, 1, 0, 0x2b, 1, 0]), 'image/webp', 400, 300],
  ])('is in the first bytes: %s', (_, bytes, content_type, width, height) => {
    expect(readPicture(bytes)).toEqual({ content_type, width, height, orientation: 1 })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is the one that a browser shows: EXIF orientation %i', (orientation) => {
    const size = orientation >= 5 ? { width: 20, height: 30 } : { width: 30, height: 20 }
    expect(readPicture(jpeg(exif(orientation), frame(30, 20)))).toMatchObject({ ...size, orientation })
  })

  test('is that of the small pictures of other tests', () => {
    expect(readPicture(PNG)).toMatchObject({ content_type: 'image/png', width: 1, height: 1 })
    expect(readPicture(GIF)).toMatchObject({ content_type: 'image/gif', width: 1, height: 1 })
    expect(readPicture(JPEG)).toMatchObject({ content_type: 'image/jpeg', width: 32, height: 24 })
  })
})

describe('a hostile file', () => {
  test.each([
    ['no bytes', new Uint8Array()],
    ['text', Uint8Array.from(ascii('<svg width="9" height="9">'))],
    ['no pixels', png(0, 480)],
    ['more pixels than any browser shows', png(65_535, 0).map((byte, at) => (at === 16 ? 127 : byte))],
    ['a segment without its own length', jpeg([0xff, 0xe0, 0, 1], frame(3, 2))],
    ['a segment that is longer than the file', jpeg([0xff, 0xe0, 0xff, 0xff], frame(3, 2))],
    ['a scan before the size', jpeg(segment(0xda, [1]), frame(3, 2))],
    ['no marker where one must be', jpeg([0, 0, 0, 0], frame(3, 2))],
    ['only bytes of 255', new Uint8Array(1_000_000).fill(255)],
    [
      'a WebP of an unknown kind',
      webp(
        'VP9 ',
        Array.from({ length: 20 }, () => 1),
      ),
    ],
  ])('has no size: %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined()
  })

  test('has no size, wherever it is cut', () => {
    for (const whole of [png(640, 480), jpeg(exif(6), frame(30, 20)), webp('VP8X', [0, 0, 0, 0, 9, 0, 0, 9, 0, 0])])
      for (let length = 0; length < whole.length; length++)
        expect(() => readPicture(whole.subarray(0, length)), `${length}`).not.toThrow()
  })

  test('has EXIF facts that point anywhere: they count as none', () => {
    for (let at = 0; at < 40; at++) {
      const damaged = jpeg(exif(6), frame(30, 20))
      damaged[12 + at] = 255
      expect(() => readPicture(damaged), `${at}`).not.toThrow()
    }
    const endless = exif(1).map((byte, at) => (at === 14 ? 0 : byte))
    expect(readPicture(jpeg(endless, frame(30, 20)))).toMatchObject({ width: 30, height: 20 })
  })
})
