import { deflateSync } from 'node:zlib'
import { GREY } from './photographs'

type LargePng = { depth: 1 | 8 | 16; colour: 0 | 2 | 6; fill?: 'alternating' | 'filtered' | 'noisy' }

const SAMPLES = { 0: 1, 2: 3, 6: 4 }
const NEAREST = 4
/** With as many bytes that cannot be compressed, a file may have the most pixels that the server accepts. */
const NOISE_BYTES = 950_000

/**
 * Returns a square PNG in a small file: of one colour, of rows that differ, or of rows with the filter that takes longest. The first rows
 * of a noisy one are pseudorandom.
 */
export function largePng(side: number, { depth, colour, fill }: LargePng): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((side * depth * SAMPLES[colour]) / 8) + 1
  const rows = Buffer.alloc(rowBytes * side)
  for (let y = 0; y < side; y++) {
    if (fill === 'alternating') rows.fill(y % 2 === 0 ? 0x55 : 0xaa, y * rowBytes + 1, (y + 1) * rowBytes)
    if (fill === 'noisy' && y * rowBytes < NOISE_BYTES) addNoise(rows.subarray(y * rowBytes + 1, (y + 1) * rowBytes), y)
    if (fill === 'filtered') [rows[y * rowBytes], rows[y * rowBytes + 5]] = [NEAREST, y & 255]
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([depth, colour], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function addNoise(row: Uint8Array, seed: number): void {
  let state = seed + 1
  for (let x = 0; x < row.length; x++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    row[x] = state >>> 24
  }
}

/** The decoder does not read the checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
}

/** Returns a square grey JPEG: a photograph with another size, and data that has enough blocks. */
export function largeJpeg(side: number): Uint8Array<ArrayBuffer> {
  const frame = GREY.findIndex((byte, at) => byte === 0xff && GREY[at + 1] === 0xc0)
  const scan = GREY.findIndex((byte, at) => byte === 0xff && GREY[at + 1] === 0xda)
  const head = Buffer.from(GREY.subarray(0, scan + 10))
  head.writeUInt16BE(side, frame + 5)
  head.writeUInt16BE(side, frame + 7)
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(Math.ceil(side / 8) ** 2 * 64), Buffer.from([0xff, 0xd9])]))
}

/** Returns a square GIF of one colour whose codes stand for one pixel each. */
export function largeGif(side: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x07', 'latin1')
  for (const at of [6, 8, 24, 26]) header.writeUInt16LE(side, at)
  // With codes of eight bits, the code to clear the table is 128, and each pixel is a byte.
  const block = Buffer.concat([Buffer.from([255, 128]), Buffer.alloc(254)])
  const blocks = Array.from({ length: Math.ceil(side ** 2 / 100) }, () => block)
  return new Uint8Array(Buffer.concat([header, ...blocks, Buffer.from([0, 0x3b])]))
}
