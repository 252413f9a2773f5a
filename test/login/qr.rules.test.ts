import fc from 'fast-check'
import jsQr from 'jsqr'
import { expect, test } from 'vitest'
import { qrPicture } from '../../src/pages/qr-picture'

const PIXELS_PER_MODULE = 4

/** Draws the picture as a browser would, and returns the text that another program reads from it. */
function readByCamera(text: string): string | undefined {
  const markup = qrPicture(text, 'key')!.markup
  const width = Number(/viewBox="0 0 (\d+)/.exec(markup)![1]) * PIXELS_PER_MODULE
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, run] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const [left, top, length] = [Number(x), Number(y), Number(run)].map((modules) => modules * PIXELS_PER_MODULE)
    for (let row = top!; row < top! + PIXELS_PER_MODULE; row++)
      for (let column = left!; column < left! + length!; column++)
        pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3)
  }
  return jsQr(pixels, width, width)?.data
}

test('another program reads the text of a code, of each length and with any characters', () => {
  const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(texts, fc.nat(170), (text, padding) => {
      const address = `otpauth://totp/${encodeURIComponent(text).slice(0, 80)}${'x'.repeat(padding)}`
      expect(readByCamera(address)).toBe(address)
    }),
    { numRuns: 40 },
  )
  expect(readByCamera('ä漢😀')).toBe('ä漢😀')
})

test('a picture has a name, and none is there for a text that is too long', () => {
  expect(qrPicture('otpauth://totp/x', 'a "key"')?.markup).toContain('aria-label="a &#34;key&#34;"')
  expect(readByCamera('x'.repeat(271))).toBe('x'.repeat(271))
  expect(qrPicture('x'.repeat(272), 'key')).toBeUndefined()
})
