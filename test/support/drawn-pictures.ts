import { deflateSync } from 'node:zlib'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const bigEndian = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

type PngForm = { depth?: number; colour?: number; isInterlaced?: boolean; chunks?: [name: string, content: number[]][] }

/** Returns a PNG of these bytes: rows with a filter before each. The decoder does not read checksums. */
export function pngOf(width: number, height: number, rows: Uint8Array, form: PngForm = {}): Uint8Array<ArrayBuffer> {
  const { depth = 8, colour = 6, isInterlaced = false, chunks = [] } = form
  const chunk = (name: string, content: ArrayLike<number>) => [
    ...bigEndian(content.length),
    ...ascii(name),
    ...Array.from(content),
    0,
    0,
    0,
    0,
  ]
  return Uint8Array.from([
    ...ascii('\x89PNG\r\n\x1a\n'),
    ...chunk('IHDR', [...bigEndian(width), ...bigEndian(height), depth, colour, 0, 0, isInterlaced ? 1 : 0]),
    ...chunks.flatMap(([name, content]) => chunk(name, content)),
    ...chunk('IDAT', deflateSync(rows)),
    ...chunk('IEND', []),
  ])
}

/** Returns a PNG whose left half is red, and whose right half is blue. */
export function drawPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const row = [0, ...Array.from({ length: width }, (_, x) => (x < width / 2 ? [255, 0, 0] : [0, 0, 255])).flat()]
  const rows = new Uint8Array(row.length * height)
  for (let y = 0; y < height; y++) rows.set(row, y * row.length)
  return pngOf(width, height, rows, { colour: 2 })
}

/** Returns a GIF of these palette indexes below 4. Each code is as long as at the start: the encoder clears its table often. */
export function gifOf(
  width: number,
  height: number,
  pixels: readonly number[],
  isInterlaced = false,
): Uint8Array<ArrayBuffer> {
  const colours = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
  const codes = [...pixels.flatMap((pixel) => [4, pixel]), 5]
  let bits = 0
  let count = 0
  const bytes: number[] = []
  for (const code of codes) {
    bits |= code << count
    count += 3
    while (count >= 8) {
      bytes.push(bits & 255)
      bits >>= 8
      count -= 8
    }
  }
  bytes.push(bits & 255)
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  const [w, h] = [
    [width & 255, width >> 8],
    [height & 255, height >> 8],
  ]
  const header = [...ascii('GIF89a'), ...w, ...h, 0x81, 0, 0, ...colours]
  const image = [0x2c, 0, 0, 0, 0, ...w, ...h, isInterlaced ? 0x40 : 0, 2, ...blocks, 0]
  return Uint8Array.from([...header, ...image, 0x3b])
}
