import { describe, expect, test } from 'vitest'
import { firstFrame } from '../../src/domain/customization/pictures/still-rules'
import {
  GIF,
  JPEG,
  MOVING_GIF,
  MOVING_LOSSY_WEBP,
  MOVING_PNG,
  MOVING_WEBP,
  PNG,
  STILL_OF_GIF,
  STILL_OF_LOSSY_WEBP,
  WEBP,
} from '../support/pictures'

describe('firstFrame', () => {
  const CASES: [description: string, picture: Uint8Array, expected: Uint8Array | undefined][] = [
    ['a PNG', PNG, undefined],
    ['a JPEG', JPEG, undefined],
    ['a GIF', GIF, undefined],
    ['a WebP', WEBP, undefined],
    ['an animated GIF', MOVING_GIF, STILL_OF_GIF],
    ['an animated PNG', MOVING_PNG, PNG],
    ['an animated WebP', MOVING_WEBP, WEBP],
    ['an animated WebP with transparency', MOVING_LOSSY_WEBP, STILL_OF_LOSSY_WEBP],
    ['an empty file', new Uint8Array(), undefined],
  ]
  test.each(CASES)('%s', (_, picture, expected) => {
    const result = firstFrame(picture)
    expect(result && new Uint8Array(result)).toEqual(expected)
  })

  test('never grows or throws for a truncated or corrupt picture', () => {
    for (const picture of [MOVING_GIF, MOVING_PNG, MOVING_WEBP, MOVING_LOSSY_WEBP])
      for (let index = 0; index < picture.length; index++) {
        expect(() => firstFrame(picture.subarray(0, index))).not.toThrow()
        for (const value of [0, 1, 127, 255]) {
          const corrupt = picture.slice()
          corrupt[index] = value
          expect((firstFrame(corrupt)?.length ?? 0) <= picture.length + 40).toBe(true)
        }
      }
  })
})
