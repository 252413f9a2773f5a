import { expect, test } from 'vitest'
import { qrPicture } from '../../src/pages/qr-picture'
import { dataPlaces, formatBits, isMasked, qrCode, remainderOf } from '../../src/pages/qr'

/** Reads a code of one or two equal blocks back, as a camera would. */
function readCode(code: boolean[][], blocks: number, dataBytes: number): string {
  const version = (code.length - 17) / 4
  const format = Array.from({ length: 15 }, (_, at) => {
    if (at < 6) return code[at]![8]
    if (at < 8) return code[at + 1]![8]
    return code[8]![at === 8 ? 7 : 14 - at]
  })
  const bits = format.reduce((number, isDark, at) => number | (Number(isDark) << at), 0)
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((candidate) => formatBits(candidate) === bits)
  expect(mask).toBeDefined()
  const stream = dataPlaces(version).map(([row, column]) => Number(code[row]![column] !== isMasked(mask!, row, column)))
  const codewords = Array.from({ length: Math.floor(stream.length / 8) }, (_, at) =>
    Number.parseInt(stream.slice(8 * at, 8 * at + 8).join(''), 2),
  )
  const data = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: dataBytes }, (_byte, at) => codewords[at * blocks + block]!),
  )
  const rest = codewords.slice(blocks * dataBytes)
  const corrections = Array.from({ length: blocks }, (_, block) => rest.filter((_byte, at) => at % blocks === block))
  expect(data.map((block, at) => remainderOf(block, corrections[at]!.length))).toEqual(corrections)
  const [first, ...others] = data.flat()
  expect(first! >> 4).toBe(0b0100)
  const length = ((first! & 15) << 4) | (others[0]! >> 4)
  const bytes = Array.from({ length }, (_, at) => ((others[at]! & 15) << 4) | (others[at + 1]! >> 4))
  return new TextDecoder().decode(new Uint8Array(bytes))
}

test('the format and the correction are those of the standard', () => {
  // ISO/IEC 18004, the table of format information, and the example of version 1-M.
  expect([0, 4, 7].map((mask) => formatBits(mask).toString(16))).toEqual(['77c4', '662f', '6976'])
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]
  expect(remainderOf(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55])
})

test('a code has its text', () => {
  expect(readCode(qrCode('hello'), 1, 19)).toBe('hello')
  const long =
    'otpauth://totp/Parley:ada%40parley.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Parley&digits=6&period=30'
  expect(readCode(qrCode(long), 2, 68)).toBe(long)
  const longer = `${long}${'x'.repeat(60)}`
  expect(readCode(qrCode(longer), 2, 97)).toBe(longer)
})

test('a code has the patterns that a camera finds', () => {
  const code = qrCode('hello')
  expect(code).toHaveLength(21)
  const finder = code.slice(0, 8).map((row) => row.slice(0, 8).map(Number).join(''))
  expect(finder).toEqual([
    '11111110',
    '10000010',
    '10111010',
    '10111010',
    '10111010',
    '10000010',
    '11111110',
    '00000000',
  ])
  expect(code[6]!.slice(6, 15).map(Number).join('')).toBe('101010101')
  expect(code[13]![8]).toBe(true)
})

test('a text that is too long has no code', () => {
  expect(() => qrCode('x'.repeat(400))).toThrow('too long')
})

test('a picture has one rectangle for each run of dark modules, and none for a text that is too long', () => {
  const code = qrCode('otpauth://totp/x')
  const dark = code.flat().filter(Boolean).length
  const markup = qrPicture('otpauth://totp/x', 'a "key"')?.markup ?? ''
  const runs = [...markup.matchAll(/h(\d+)v1h-\1z/g)].map(([, length]) => Number(length))
  expect(runs.reduce((sum, length) => sum + length, 0)).toBe(dark)
  expect(markup).toContain('aria-label="a &#34;key&#34;"')
  expect(qrPicture('x'.repeat(271), 'key')).toBeDefined()
  expect(qrPicture('x'.repeat(272), 'key')).toBeUndefined()
})
