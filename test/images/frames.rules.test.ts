import { describe, expect, test } from 'vitest'
import { countFrames } from '../../src/images/frames'
import { firstWebpFrame } from '../../src/images/webp-frame'
import {
  GIF,
  JPEG,
  MOVING_GIF,
  MOVING_LOSSY_WEBP,
  MOVING_PNG,
  MOVING_WEBP,
  PNG,
  STILL_OF_LOSSY_WEBP,
  WEBP,
} from '../support/pictures'

const MOVING = [MOVING_GIF, MOVING_PNG, MOVING_WEBP, MOVING_LOSSY_WEBP]

describe('countFrames', () => {
  test('counts the frames of each format', () => {
    expect([PNG, JPEG, GIF, WEBP].map(countFrames)).toEqual([1, 1, 1, 1])
    expect(MOVING.map(countFrames)).toEqual([2, 2, 2, 2])
  })
})

describe('firstWebpFrame', () => {
  const CASES: [description: string, picture: Uint8Array, expected: Uint8Array | undefined][] = [
    ['a WebP', WEBP, undefined],
    ['an animated WebP', MOVING_WEBP, WEBP],
    ['an animated WebP with transparency', MOVING_LOSSY_WEBP, STILL_OF_LOSSY_WEBP],
    ['an empty file', new Uint8Array(), undefined],
  ]
  test.each(CASES)('%s', (_, picture, expected) => {
    const result = firstWebpFrame(picture)
    expect(result && new Uint8Array(result)).toEqual(expected)
  })
})

test('a truncated or corrupt picture never grows, and nothing throws or runs for ever', () => {
  for (const picture of MOVING)
    for (let index = 0; index < picture.length; index++) {
      expect(countFrames(picture.subarray(0, index))).toBeLessThanOrEqual(picture.length)
      expect(() => firstWebpFrame(picture.subarray(0, index))).not.toThrow()
      for (const value of [0, 1, 127, 255]) {
        const corrupt = picture.slice()
        corrupt[index] = value
        expect(countFrames(corrupt)).toBeLessThanOrEqual(picture.length)
        expect((firstWebpFrame(corrupt)?.length ?? 0) <= picture.length + 40).toBe(true)
      }
    }
})
