import { describe, expect, test } from 'vitest'
import { withoutMetadata } from '../../src/domain/customization/pictures/metadata-rules'
import { GIF, JPEG, MOVING_GIF, MOVING_PNG, MOVING_WEBP, PNG, WEBP } from '../support/pictures'

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const segment = (marker: number, content: number[]) => [0xff, marker, 0, content.length + 2, ...content]

const JFIF = segment(0xe0, [...letters('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PROFILE = segment(0xe2, letters('ICC_PROFILE'))
const ADOBE = segment(0xee, letters('Adobe'))
const TABLES = segment(0xdb, [1, 2, 3])
const PIXELS = [0xff, 0xda, 0, 3, 1, 9, 9, 0xff, 0, 9, 0xff, 0xd9]
const jpeg = (...segments: number[][]) => Uint8Array.from([0xff, 0xd8, ...segments.flat(), ...PIXELS])

const big = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
const little = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
const exif = (tiff: number[]) => segment(0xe1, [...letters('Exif'), 0, 0, ...tiff, ...letters('GPS: at home')])
const sideways = [
  ...big,
  0,
  2,
  1,
  0x0f,
  0,
  2,
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  0,
  1,
  0x12,
  0,
  3,
  0,
  0,
  0,
  1,
  0,
  6,
  0,
  0,
  0,
  0,
  0,
  0,
]
const littleSideways = [...little, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
const upright = [...big, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
const SIDEWAYS = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
const onlySideways = segment(0xe1, [...letters('Exif'), 0, 0, ...big, ...SIDEWAYS])

const pngChunk = (name: string, content: number[]) => [
  0,
  0,
  0,
  content.length,
  ...letters(name),
  ...content,
  0,
  0,
  0,
  0,
]
const withChunk = (chunk: number[]) => Uint8Array.from([...PNG.subarray(0, 33), ...chunk, ...PNG.subarray(33)])

function webp(...chunks: [name: string, content: number[]][]): Uint8Array {
  const body = chunks.flatMap(([name, content]) => [
    ...letters(name),
    content.length,
    0,
    0,
    0,
    ...content,
    ...(content.length % 2 ? [0] : []),
  ])
  return Uint8Array.from([...letters('RIFF'), body.length + 4, 0, 0, 0, ...letters('WEBP'), ...body])
}

describe('withoutMetadata', () => {
  const CASES: [what: string, picture: Uint8Array, bare: Uint8Array | undefined][] = [
    ['a plain JPEG', JPEG, JPEG],
    ['one with colours', jpeg(JFIF, PROFILE, ADOBE, TABLES), jpeg(JFIF, PROFILE, ADOBE, TABLES)],
    ['a photograph', jpeg(exif(upright), TABLES), jpeg(TABLES)],
    ['one that lies on its side', jpeg(JFIF, exif(sideways), TABLES), jpeg(onlySideways, JFIF, TABLES)],
    ['the same from another camera', jpeg(exif(littleSideways)), jpeg(onlySideways)],
    [
      'words beside it',
      jpeg(segment(0xe1, letters('http://ns.adobe.com/xap/1.0/')), segment(0xfe, letters('Dov'))),
      jpeg(),
    ],
    ['an Exif that leads nowhere', jpeg(exif([...big.slice(0, 4), 255, 255, 255, 255])), jpeg()],
    ['a JPEG that ends too soon', jpeg(TABLES).subarray(0, 5), undefined],
    ['one with a segment of no size', Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xd9]), undefined],
    ['one without pixels', Uint8Array.from([0xff, 0xd8, ...TABLES]), undefined],
    ['a plain PNG', PNG, PNG],
    ['a moving PNG', MOVING_PNG, MOVING_PNG],
    ['a PNG that says who made it', withChunk(pngChunk('tEXt', letters('Author: Dov'))), PNG],
    ['a PNG from a camera', withChunk(pngChunk('eXIf', letters('GPS'))), PNG],
    ['something after the end of a PNG', Uint8Array.from([...PNG, ...letters('PK and more')]), PNG],
    ['a PNG that ends too soon', PNG.subarray(0, 40), undefined],
    ['a GIF', GIF, GIF],
    ['a moving GIF', MOVING_GIF, MOVING_GIF],
    ['a plain WebP', WEBP, WEBP],
    ['a moving WebP', MOVING_WEBP, MOVING_WEBP],
    [
      'a WebP from a camera',
      webp(['VP8X', [0x1c, 0, 0, 0, 0, 0, 0, 0, 0, 0]], ['VP8 ', [1, 2, 3]], ['EXIF', letters('GPS')], ['XMP ', [1]]),
      webp(['VP8X', [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]], ['VP8 ', [1, 2, 3]]),
    ],
    ['a WebP that ends too soon', WEBP.subarray(0, 22), undefined],
  ]
  test.each(CASES)('of %s', (_, picture, bare) => {
    const found = withoutMetadata(picture)
    expect(found && new Uint8Array(found)).toEqual(bare)
  })

  test('however many pieces a picture is in', () => {
    const picture = withChunk(Array.from({ length: 200_000 }, () => pngChunk('IDAT', [])).flat())
    expect(withoutMetadata(picture)?.length).toBe(picture.length)
  })

  test('whatever is garbled is done with at once', () => {
    for (const picture of [jpeg(JFIF, exif(sideways), TABLES), MOVING_PNG, MOVING_WEBP])
      for (let nth = 0; nth < picture.length; nth++)
        for (const value of [0, 1, 127, 255]) {
          const garbled = picture.slice()
          garbled[nth] = value
          expect((withoutMetadata(garbled)?.length ?? 0) <= picture.length).toBe(true)
          expect(() => withoutMetadata(garbled.subarray(0, nth))).not.toThrow()
        }
  })
})
