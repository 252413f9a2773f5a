import { hasTextAt, dataViewOf } from '../../../images/bytes'

/**
 * Returns a picture that moves without metadata: where and when it was made, with which program, and by whom. Emoji are public,
 * and their users do not expect to publish this. Returns undefined if the file is malformed.
 */
export function removeMetadata(bytes: Uint8Array): Uint8Array | undefined {
  if (hasTextAt(bytes, 0, '\x89PNG')) return cleanPng(bytes)
  return hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP') ? cleanWebp(bytes) : bytes
}

const PNG_METADATA_CHUNKS = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const chunks = [bytes.subarray(0, 8)]
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + (at + 8 <= bytes.length ? dataViewOf(bytes).getUint32(at) : bytes.length)
    if (end > bytes.length) return undefined
    if (!PNG_METADATA_CHUNKS.some((name) => hasTextAt(bytes, at + 4, name))) chunks.push(bytes.subarray(at, end))
    if (hasTextAt(bytes, at + 4, 'IEND')) break
    at = end
  }
  return Buffer.concat(chunks)
}

const VP8X_EXIF_AND_XMP_BITS = 0x0c

function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  const chunks = [bytes.slice(0, 12)]
  const view = dataViewOf(bytes)
  for (let at = 12; at < bytes.length;) {
    const size = at + 8 <= bytes.length ? view.getUint32(at + 4, true) : bytes.length
    const end = Math.min(at + 8 + size + (size % 2), bytes.length)
    if (at + 8 + size > bytes.length) return undefined
    const chunk = bytes.slice(at, end)
    if (hasTextAt(chunk, 0, 'VP8X')) chunk[8] = (chunk[8] ?? 0) & ~VP8X_EXIF_AND_XMP_BITS
    if (!hasTextAt(chunk, 0, 'EXIF') && !hasTextAt(chunk, 0, 'XMP ')) chunks.push(chunk)
    at = end
  }
  const clean = Buffer.concat(chunks)
  dataViewOf(clean).setUint32(4, clean.length - 8, true)
  return clean
}
