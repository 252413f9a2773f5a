import { hasTextAt, dataViewOf } from '../../realm/files/bytes'

/**
 * Returns the first frame of an animated picture. It copies the parts of the file that the first frame needs and decodes no
 * pixels. Returns undefined if the picture is not animated, or if the file is malformed.
 */
export function firstFrame(bytes: Uint8Array): Uint8Array | undefined {
  if (hasTextAt(bytes, 0, 'GIF8')) return firstGifFrame(bytes)
  if (hasTextAt(bytes, 0, '\x89PNG')) return firstPngFrame(bytes)
  return hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP') ? firstWebpFrame(bytes) : undefined
}

const GIF_IMAGE = 0x2c
const GIF_EXTENSION = 0x21
const GIF_END = 0x3b

function firstGifFrame(bytes: Uint8Array): Uint8Array | undefined {
  let at = 13 + colourTableBytes(bytes[10] ?? 0)
  let firstFrameEnd: number | undefined
  while (at < bytes.length) {
    if (bytes[at] === GIF_EXTENSION) at = skipBlocks(bytes, at + 2)
    else if (bytes[at] === GIF_IMAGE) {
      if (firstFrameEnd !== undefined) return Buffer.concat([bytes.subarray(0, firstFrameEnd), Uint8Array.of(GIF_END)])
      at = skipBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0))
      firstFrameEnd = at
    } else return undefined
  }
  return undefined
}

/** Returns the size of a colour table, or 0 if there is none. */
const colourTableBytes = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

/** An animated PNG is a PNG with additional chunks, which older programs skip. */
function firstPngFrame(bytes: Uint8Array): Uint8Array | undefined {
  const chunks = [bytes.subarray(0, 8)]
  let isAnimated = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + dataViewOf(bytes).getUint32(at)
    if (end > bytes.length) return undefined
    const isOfAnimation = ['acTL', 'fcTL', 'fdAT'].some((name) => hasTextAt(bytes, at + 4, name))
    if (!isOfAnimation) chunks.push(bytes.subarray(at, end))
    isAnimated ||= hasTextAt(bytes, at + 4, 'acTL')
    at = end
  }
  return isAnimated ? Buffer.concat(chunks) : undefined
}

/** A frame of an animated WebP has a header of its own, and then the chunks of a still WebP. */
function firstWebpFrame(bytes: Uint8Array): Uint8Array | undefined {
  const view = dataViewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size
    if (end > bytes.length) return undefined
    if (hasTextAt(bytes, at, 'ANMF')) return webpOf(bytes.subarray(at + 24, end), bytes.subarray(at + 14, at + 20))
    at = end + (size % 2)
  }
  return undefined
}

/** Returns a WebP file of one frame. `dimensions` has the format of the header of a file. */
function webpOf(frame: Uint8Array, dimensions: Uint8Array): Uint8Array | undefined {
  if (frame.length < 8) return undefined
  const hasTransparency = hasTextAt(frame, 0, 'ALPH')
  const header = Uint8Array.of(0x10, 0, 0, 0, ...dimensions)
  const chunks = hasTransparency
    ? Buffer.concat([asciiBytes('VP8X'), uint32Bytes(header.length), header, frame])
    : frame
  return Buffer.concat([asciiBytes('RIFF'), uint32Bytes(chunks.length + 4), asciiBytes('WEBP'), chunks])
}

const asciiBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

function uint32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  dataViewOf(bytes).setUint32(0, value, true)
  return bytes
}
