import { describe, expect, test } from 'vitest'
import { drawingOf, fragmentOf, PEAKS, peaksOf, shapeIn } from '../html/voice-link'

describe('the shape of a voice message', () => {
  test('a fragment says what it was made of, to a 63rd', () => {
    const peaks = Array.from({ length: PEAKS }, (_, part) => part / (PEAKS - 1))
    const shape = shapeIn(fragmentOf({ seconds: 41.6, peaks }))
    expect(shape?.seconds).toBe(42)
    expect(shape?.peaks).toEqual(peaks)
  })

  test.each([
    ['', undefined],
    ['#voice-3', undefined],
    ['#voice--AAAAAAAA', undefined],
    ['#voice-3-AAAAAAA', undefined],
    [`#voice-3-${'A'.repeat(65)}`, undefined],
    ['#voice-999999-AAAAAAAA', undefined],
    ['#voice-3-AAAA"AAA', undefined],
    ['#voice-3-AAAAAAA_', { seconds: 3, peaks: [0, 0, 0, 0, 0, 0, 0, 1] }],
  ])('%s', (fragment, shape) => expect(shapeIn(fragment)).toEqual(shape))

  test('the loudest moment of each part counts, and the loudest part reaches the top', () => {
    const levels = Array.from({ length: 640 }, (_, at) => (at === 5 ? 0.5 : at === 639 ? 0.25 : 0))
    expect(peaksOf(levels)).toEqual([1, ...Array.from({ length: PEAKS - 2 }, () => 0), 0.5])
    expect(peaksOf([])).toEqual(Array.from({ length: PEAKS }, () => 0))
    expect(peaksOf([0.1])).toHaveLength(PEAKS)
  })

  test('a drawing has one stroke for each part', () => {
    expect(drawingOf([0, 1])).toBe('M2 46v8M6 2v96')
  })
})
