import { says, viewOf } from '../../realm/files/bytes'

/**
 * A picture without what is said in it beside what it shows: where a photograph was taken, when, with what, and by whom.
 * Everybody sees pictures of people, and nobody means to tell that with one. Only which way is up is kept. Undefined where
 * the file is not put together as such files are.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  if (says(bytes, 0, '\xff\xd8')) return bareJpeg(bytes)
  if (says(bytes, 0, '\x89PNG')) return barePng(bytes)
  return says(bytes, 0, 'RIFF') && says(bytes, 8, 'WEBP') ? bareWebp(bytes) : bytes
}

const START_OF_PIXELS = 0xda
const END = 0xd9
const APP1 = 0xe1
/** What colours mean is part of what a picture shows: JFIF, the colour profile and Adobe's word for it stay. */
const KEPT_SEGMENTS = new Set([0xe0, 0xe2, 0xee])

function bareJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = []
  let orientation: number | undefined
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === START_OF_PIXELS || marker === END)
      return Buffer.concat([bytes.subarray(0, 2), ...uprightness(orientation), ...kept, bytes.subarray(at)])
    const end = at + 2 + (at + 4 <= bytes.length ? viewOf(bytes).getUint16(at + 2) : 0)
    if (end < at + 4 || end > bytes.length) return undefined
    const segment = bytes.subarray(at, end)
    if (marker === APP1) orientation ??= orientationIn(segment)
    const isAside = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (!isAside || KEPT_SEGMENTS.has(marker)) kept.push(segment)
    at = end
  }
  return undefined
}

const ORIENTATION = 0x0112
const TIFF_AT = 10

/** Which way is up, as cameras say it: from 1, as it is, to 8. */
function orientationIn(segment: Uint8Array): number | undefined {
  if (!says(segment, 4, 'Exif\0\0') || segment.length < TIFF_AT + 10) return undefined
  const view = viewOf(segment)
  const isLittle = says(segment, TIFF_AT, 'II')
  const directory = TIFF_AT + view.getUint32(TIFF_AT + 4, isLittle)
  const entries = directory + 2 <= segment.length ? view.getUint16(directory, isLittle) : 0
  for (let nth = 0, at = directory + 2; nth < entries && at + 12 <= segment.length; nth++, at += 12)
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle)
  return undefined
}

/** The shortest way to say which way is up, where it is not the usual one. */
function uprightness(orientation: number | undefined): Uint8Array[] {
  if (orientation === undefined || orientation < 2 || orientation > 8) return []
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return [Uint8Array.of(0xff, APP1, 0, 2 + 6 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff)]
}

const ASIDE_IN_PNG = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

function barePng(bytes: Uint8Array): Uint8Array | undefined {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + (at + 8 <= bytes.length ? viewOf(bytes).getUint32(at) : bytes.length)
    if (end > bytes.length) return undefined
    if (!ASIDE_IN_PNG.some((name) => says(bytes, at + 4, name))) kept.push(bytes.subarray(at, end))
    if (says(bytes, at + 4, 'IEND')) break
    at = end
  }
  return Buffer.concat(kept)
}

const SAYS_EXIF_AND_XMP = 0x0c

function bareWebp(bytes: Uint8Array): Uint8Array | undefined {
  const kept = [bytes.slice(0, 12)]
  const view = viewOf(bytes)
  for (let at = 12; at < bytes.length;) {
    const size = at + 8 <= bytes.length ? view.getUint32(at + 4, true) : bytes.length
    const end = Math.min(at + 8 + size + (size % 2), bytes.length)
    if (at + 8 + size > bytes.length) return undefined
    const chunk = bytes.slice(at, end)
    if (says(chunk, 0, 'VP8X')) chunk[8] = (chunk[8] ?? 0) & ~SAYS_EXIF_AND_XMP
    if (!says(chunk, 0, 'EXIF') && !says(chunk, 0, 'XMP ')) kept.push(chunk)
    at = end
  }
  const bare = Buffer.concat(kept)
  viewOf(bare).setUint32(4, bare.length - 8, true)
  return bare
}
