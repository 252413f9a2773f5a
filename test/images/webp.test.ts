import { describe, expect, test } from 'vitest'
import { encodeWebp } from '../../src/images/encode-webp?again'
import { Pace } from '../../src/images/pace'
import { PictureProblem } from '../../src/images/problem'
import { decodeWebp, isTooCostly } from '../../src/images/webp'
import { webpOfGroups } from '../support/lossless-webp'

const TARGET = { box: { width: 32, height: 32 } }
const SIDE = 400

async function outcomeOf(bytes: Uint8Array, side = SIDE): Promise<string> {
  try {
    await decodeWebp(bytes, { size: { width: side, height: side }, target: TARGET, pace: new Pace() })
    return 'decoded'
  } catch (error) {
    if (error instanceof PictureProblem) return error.problem
    throw error
  }
}

const moving = (frame: Uint8Array) => {
  const length = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)
  const anmf = [...Buffer.from('ANMF'), ...length(frame.length - 12 + 16), ...Array<number>(16).fill(0)]
  const chunks = [...Buffer.from('VP8X'), ...length(10), 2, 0, 0, 0, 9, 0, 0, 9, 0, 0, ...anmf, ...frame.subarray(12)]
  return Uint8Array.from([...Buffer.from('RIFF'), ...length(chunks.length + 4), ...Buffer.from('WEBP'), ...chunks])
}

describe('a WebP', () => {
  test('of a thousand groups of codes is decoded', async () =>
    expect(await outcomeOf(webpOfGroups(SIDE, 1000))).toBe('decoded'))

  test('whose tables take more than 48 MiB is refused', async () => {
    const bytes = webpOfGroups(SIDE, 8000)
    expect(bytes.length).toBeLessThan(50_000)
    expect(await outcomeOf(bytes)).toBe('damaged')
  })

  test('that moves, and whose frame is larger than it says, is refused', async () => {
    expect(await outcomeOf(moving(webpOfGroups(SIDE, 1)), 10)).toBe('decoded')
    expect(await outcomeOf(moving(webpOfGroups(3000, 1)), 10)).toBe('too large')
  })

  test.each([
    ['VP8 ', 1440, 400_000, false],
    ['VP8 ', 1440, 600_000, true],
    ['VP8X', 1440, 600_000, true],
    ['VP8L', 1440, 2_000_000, false],
    ['VP8L', 1440, 2_200_000, true],
    ['VP8 ', 100, 990_000, false],
    ['VP8L', 1500, 1000, true],
  ])('of the form %s, %i pixels wide, with %i bytes: too costly is %s', (form, side, length, expected) => {
    const file = new Uint8Array(length)
    file.set(Buffer.from(form), 12)
    expect(isTooCostly(file, { width: side, height: side })).toBe(expected)
  })
})

test('the first picture of an isolate waits until small ones have warmed the encoder; each is a slice', async () => {
  const slicesOf = async () => {
    let slices = 0
    const pace = new Pace(() => Promise.resolve(void slices++))
    await encodeWebp({ width: 2, height: 2, data: new Uint8ClampedArray(16) }, pace)
    return slices
  }
  const SLICES_OF_A_PICTURE = 2
  expect(await slicesOf()).toBeGreaterThan(15 * SLICES_OF_A_PICTURE)
  expect(await slicesOf()).toBe(SLICES_OF_A_PICTURE)
})
