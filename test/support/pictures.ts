// The smallest valid pictures of each format.

import { BASELINE } from './photographs'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const bigEndian = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const littleEndian = (value: number) => bigEndian(value).toReversed()
// Node has no `Uint8Array.fromBase64` before version 25.
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64'))

export const PNG = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
export const JPEG = BASELINE

const GIF_HEADER = [...ascii('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
const GIF_FRAME = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
const GIF_LOOP = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0]

export const GIF = Uint8Array.from([...GIF_HEADER, ...GIF_FRAME, 0x3b])
export const MOVING_GIF = Uint8Array.from([...GIF_HEADER, ...GIF_LOOP, ...GIF_FRAME, ...GIF_FRAME, 0x3b])
const pngChunk = (name: string, size: number) => [
  ...bigEndian(size),
  ...ascii(name),
  ...Array<number>(size + 4).fill(7),
]
const END_OF_PNG = PNG.length - 12

export const MOVING_PNG = Uint8Array.from([
  ...PNG.subarray(0, 33),
  ...pngChunk('acTL', 8),
  ...pngChunk('fcTL', 26),
  ...PNG.subarray(33, END_OF_PNG),
  ...pngChunk('fcTL', 26),
  ...pngChunk('fdAT', 9),
  ...PNG.subarray(END_OF_PNG),
])

const riff = (chunks: number[]) =>
  Uint8Array.from([...ascii('RIFF'), ...littleEndian(chunks.length + 4), ...ascii('WEBP'), ...chunks])
const webpChunk = (name: string, content: number[]) => [
  ...ascii(name),
  ...littleEndian(content.length),
  ...content,
  ...(content.length % 2 === 0 ? [] : [0]),
]

const LOSSLESS = webpChunk('VP8L', [0x2f, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07])
const LOSSY = [...webpChunk('ALPH', [0, 1, 2, 3]), ...webpChunk('VP8 ', [1, 2, 3, 4, 5, 6])]
const frame = (picture: number[]) => webpChunk('ANMF', [0, 0, 0, 0, 0, 0, 8, 0, 0, 9, 0, 0, 100, 0, 0, 0, ...picture])
const MOVING = [...webpChunk('VP8X', [0x12, 0, 0, 0, 8, 0, 0, 9, 0, 0]), ...webpChunk('ANIM', [0, 0, 0, 0, 0, 0])]

export const WEBP = riff(LOSSLESS)
export const MOVING_WEBP = riff([...MOVING, ...frame(LOSSLESS), ...frame(LOSSLESS)])
export const MOVING_LOSSY_WEBP = riff([...MOVING, ...frame(LOSSY), ...frame(LOSSY)])
export const STILL_OF_LOSSY_WEBP = riff([...webpChunk('VP8X', [0x10, 0, 0, 0, 8, 0, 0, 9, 0, 0]), ...LOSSY])
