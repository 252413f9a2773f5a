import { hasTextAt, dataViewOf } from './bytes'

/**
 * Returns the first frame of an animated WebP. A frame has a header of its own, and then the chunks of a still WebP. Returns
 * undefined if the picture is not animated, or if the file is malformed.
 */
export function firstWebpFrame(bytes: Uint8Array): Uint8Array | undefined {
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
export function webpOf(frame: Uint8Array, dimensions: Uint8Array): Uint8Array | undefined {
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
