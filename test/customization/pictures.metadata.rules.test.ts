import { describe, expect, test } from 'vitest'
import { removeMetadata } from '../../src/domain/customization/pictures/metadata-rules'
import { GIF, JPEG, MOVING_GIF, MOVING_PNG, MOVING_WEBP, PNG, WEBP } from '../support/pictures'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const segment = (marker: number, content: number[]) => [0xff, marker, 0, content.length + 2, ...content]

const JFIF = segment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PROFILE = segment(0xe2, ascii('ICC_PROFILE'))
const ADOBE = segment(0xee, ascii('Adobe'))
const TABLES = segment(0xdb, [1, 2, 3])
const PIXELS = [0xff, 0xda, 0, 3, 1, 9, 9, 0xff, 0, 9, 0xff, 0xd9]
const jpeg = (...segments: number[][]) => Uint8Array.from([0xff, 0xd8, ...segments.flat(), ...PIXELS])

const big = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
const little = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
const exif = (tiff: number[]) => segment(0xe1, [...ascii('Exif'), 0, 0, ...tiff, ...ascii('GPS: at home')])
const rotated = [...big, 0, 2, 1, 0x0f, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
const littleRotated = [...little, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
const upright = [...big, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
const ROTATED = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
const onlyRotated = segment(0xe1, [...ascii('Exif'), 0, 0, ...big, ...ROTATED])

const pngChunk = (name: string, content: number[]) => [0, 0, 0, content.length, ...ascii(name), ...content, 0, 0, 0, 0]
const withChunk = (chunk: number[]) => Uint8Array.from([...PNG.subarray(0, 33), ...chunk, ...PNG.subarray(33)])

function webp(...chunks: [name: string, content: number[]][]): Uint8Array {
  const body = chunks.flatMap(([name, content]) => [
    ...ascii(name),
    content.length,
    0,
    0,
    0,
    ...content,
    ...(content.length % 2 ? [0] : []),
  ])
  return Uint8Array.from([...ascii('RIFF'), body.length + 4, 0, 0, 0, ...ascii('WEBP'), ...body])
}

describe('removeMetadata', () => {
  const CASES: [description: string, picture: Uint8Array, expected: Uint8Array | undefined][] = [
    ['keeps a plain JPEG', JPEG, JPEG],
    ['keeps color profiles', jpeg(JFIF, PROFILE, ADOBE, TABLES), jpeg(JFIF, PROFILE, ADOBE, TABLES)],
    ['removes Exif', jpeg(exif(upright), TABLES), jpeg(TABLES)],
    [
      'keeps the orientation, and nothing else of Exif',
      jpeg(JFIF, exif(rotated), TABLES),
      jpeg(onlyRotated, JFIF, TABLES),
    ],
    ['keeps the orientation in little-endian Exif', jpeg(exif(littleRotated)), jpeg(onlyRotated)],
    [
      'removes XMP and comments',
      jpeg(segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/')), segment(0xfe, ascii('Dov'))),
      jpeg(),
    ],
    ['removes Exif with an invalid offset', jpeg(exif([...big.slice(0, 4), 255, 255, 255, 255])), jpeg()],
    ['refuses a truncated JPEG', jpeg(TABLES).subarray(0, 5), undefined],
    ['refuses a JPEG with an empty segment', Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xd9]), undefined],
    ['refuses a JPEG without pixels', Uint8Array.from([0xff, 0xd8, ...TABLES]), undefined],
    ['keeps a plain PNG', PNG, PNG],
    ['keeps an animated PNG', MOVING_PNG, MOVING_PNG],
    ['removes text from a PNG', withChunk(pngChunk('tEXt', ascii('Author: Dov'))), PNG],
    ['removes Exif from a PNG', withChunk(pngChunk('eXIf', ascii('GPS'))), PNG],
    ['removes bytes after the end of a PNG', Uint8Array.from([...PNG, ...ascii('PK and more')]), PNG],
    ['refuses a truncated PNG', PNG.subarray(0, 40), undefined],
    ['keeps a GIF', GIF, GIF],
    ['keeps an animated GIF', MOVING_GIF, MOVING_GIF],
    ['keeps a plain WebP', WEBP, WEBP],
    ['keeps an animated WebP', MOVING_WEBP, MOVING_WEBP],
    [
      'removes Exif and XMP from a WebP',
      webp(['VP8X', [0x1c, 0, 0, 0, 0, 0, 0, 0, 0, 0]], ['VP8 ', [1, 2, 3]], ['EXIF', ascii('GPS')], ['XMP ', [1]]),
      webp(['VP8X', [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]], ['VP8 ', [1, 2, 3]]),
    ],
    ['refuses a truncated WebP', WEBP.subarray(0, 22), undefined],
  ]
  test.each(CASES)('%s', (_, picture, expected) => {
    const result = removeMetadata(picture)
    expect(result && new Uint8Array(result)).toEqual(expected)
  })

  test('handles a picture of 200,000 chunks', () => {
    const picture = withChunk(Array.from({ length: 200_000 }, () => pngChunk('IDAT', [])).flat())
    expect(removeMetadata(picture)?.length).toBe(picture.length)
  })

  test('never grows or throws for a corrupt picture', () => {
    for (const picture of [jpeg(JFIF, exif(rotated), TABLES), MOVING_PNG, MOVING_WEBP])
      for (let index = 0; index < picture.length; index++)
        for (const value of [0, 1, 127, 255]) {
          const corrupt = picture.slice()
          corrupt[index] = value
          expect((removeMetadata(corrupt)?.length ?? 0) <= picture.length).toBe(true)
          expect(() => removeMetadata(corrupt.subarray(0, index))).not.toThrow()
        }
  })
})
