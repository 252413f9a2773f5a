import { describe, expect, test } from 'vitest'
import { stillOf } from '../../src/domain/customization/pictures/still-rules'
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

describe('stillOf', () => {
  const CASES: [what: string, picture: Uint8Array, still: Uint8Array | undefined][] = [
    ['a PNG', PNG, undefined],
    ['a JPEG', JPEG, undefined],
    ['a GIF', GIF, undefined],
    ['a WebP', WEBP, undefined],
    ['a moving GIF', MOVING_GIF, STILL_OF_GIF],
    ['a moving PNG', MOVING_PNG, PNG],
    ['a moving WebP', MOVING_WEBP, WEBP],
    ['a moving WebP with transparency', MOVING_LOSSY_WEBP, STILL_OF_LOSSY_WEBP],
    ['nothing', new Uint8Array(), undefined],
  ]
  test.each(CASES)('of %s', (_, picture, still) => {
    const found = stillOf(picture)
    expect(found && new Uint8Array(found)).toEqual(still)
  })

  test('whatever ends too soon or is garbled moves or does not, and is done with at once', () => {
    for (const picture of [MOVING_GIF, MOVING_PNG, MOVING_WEBP, MOVING_LOSSY_WEBP])
      for (let nth = 0; nth < picture.length; nth++) {
        expect(() => stillOf(picture.subarray(0, nth))).not.toThrow()
        for (const value of [0, 1, 127, 255]) {
          const garbled = picture.slice()
          garbled[nth] = value
          expect((stillOf(garbled)?.length ?? 0) <= picture.length + 40).toBe(true)
        }
      }
  })
})
