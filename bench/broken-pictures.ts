// Pictures whose headers are right and whose pixels end too early, so that the decoders begin and fail.

import { deflateSync } from 'node:zlib'

const SIDE = 300

/** Returns a PNG with half of its rows. */
function brokenPng() {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2], 8)
  const rows = deflateSync(Buffer.alloc(((SIDE * 3 + 1) * SIDE) / 2))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', rows)])
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
}

/** Returns a WebP whose first bits make no sense. */
function brokenWebp() {
  const picture = Buffer.concat([Buffer.from([0x2f, 0x2b, 0xc1, 0x4a, 0]), Buffer.alloc(495, 0xff)])
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', 'latin1')
  head.writeUInt32LE(head.length + picture.length - 8, 4)
  head.writeUInt32LE(picture.length, 16)
  return Buffer.concat([head, picture])
}

/** Returns a JPEG whose one component has no table of codes. */
function brokenJpeg() {
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)]
  const frame = [0xff, 0xc0, 0, 11, 8, SIDE >> 8, SIDE & 255, SIDE >> 8, SIDE & 255, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  return Buffer.from([0xff, 0xd8, ...quantization, ...frame, ...scan, 1, 2, 3, 4])
}

export const BROKEN_PICTURES: [type: string, bytes: Buffer][] = [
  ['image/png', brokenPng()],
  ['image/webp', brokenWebp()],
  ['image/jpeg', brokenJpeg()],
]
