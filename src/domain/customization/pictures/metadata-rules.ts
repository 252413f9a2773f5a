import { hasTextAt, dataViewOf } from '../../realm/files/bytes'

/**
 * Returns the picture without metadata: where and when a photograph was taken, with which camera, and by whom. Avatars are
 * public, and their users do not expect to publish this. Only the orientation stays. Returns undefined if the file is
 * malformed.
 */
export function removeMetadata(bytes: Uint8Array): Uint8Array | undefined {
  if (hasTextAt(bytes, 0, '\xff\xd8')) return cleanJpeg(bytes)
  if (hasTextAt(bytes, 0, '\x89PNG')) return cleanPng(bytes)
  return hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP') ? cleanWebp(bytes) : bytes
}

const START_OF_PIXELS = 0xda
const END = 0xd9
const APP1 = 0xe1
/** JFIF, the colour profile and Adobe's colour transform stay: without them, browsers show other colours. */
const KEPT_SEGMENTS = new Set([0xe0, 0xe2, 0xee])

function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const segments: Uint8Array[] = []
  let orientation: number | undefined
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === START_OF_PIXELS || marker === END)
      return Buffer.concat([bytes.subarray(0, 2), ...orientationSegment(orientation), ...segments, bytes.subarray(at)])
    const end = at + 2 + (at + 4 <= bytes.length ? dataViewOf(bytes).getUint16(at + 2) : 0)
    if (end < at + 4 || end > bytes.length) return undefined
    const segment = bytes.subarray(at, end)
    if (marker === APP1) orientation ??= readOrientation(segment)
    const isMetadata = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (!isMetadata || KEPT_SEGMENTS.has(marker)) segments.push(segment)
    at = end
  }
  return undefined
}

const ORIENTATION = 0x0112
const TIFF_AT = 10

/** Returns the orientation of an Exif segment, from 1 (upright) to 8. */
function readOrientation(segment: Uint8Array): number | undefined {
  if (!hasTextAt(segment, 4, 'Exif\0\0') || segment.length < TIFF_AT + 10) return undefined
  const view = dataViewOf(segment)
  const isLittleEndian = hasTextAt(segment, TIFF_AT, 'II')
  const directory = TIFF_AT + view.getUint32(TIFF_AT + 4, isLittleEndian)
  const entries = directory + 2 <= segment.length ? view.getUint16(directory, isLittleEndian) : 0
  for (let index = 0, at = directory + 2; index < entries && at + 12 <= segment.length; index++, at += 12)
    if (view.getUint16(at, isLittleEndian) === ORIENTATION) return view.getUint16(at + 8, isLittleEndian)
  return undefined
}

/** Returns the shortest Exif segment with this orientation, or no segment if the picture is upright. */
function orientationSegment(orientation: number | undefined): Uint8Array[] {
  if (orientation === undefined || orientation < 2 || orientation > 8) return []
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return [Uint8Array.of(0xff, APP1, 0, 2 + 6 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff)]
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
