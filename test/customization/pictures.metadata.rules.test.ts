import { describe, expect, test } from 'vitest'
import { removeMetadata } from '../../src/domain/customization/pictures/metadata-rules'
import { GIF, MOVING_GIF, MOVING_PNG, MOVING_WEBP, PNG, WEBP } from '../support/pictures'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

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
    for (const picture of [MOVING_PNG, MOVING_WEBP])
      for (let index = 0; index < picture.length; index++)
        for (const value of [0, 1, 127, 255]) {
          const corrupt = picture.slice()
          corrupt[index] = value
          expect((removeMetadata(corrupt)?.length ?? 0) <= picture.length).toBe(true)
          expect(() => removeMetadata(corrupt.subarray(0, index))).not.toThrow()
        }
  })
})
