import { isFrame } from './jpeg/markers'

/**
 * The type and the size of a picture, from its first bytes. A browser shows it with this width and height, after it has turned
 * it as `orientation` says: from 1, upright, to 8.
 */
export type Picture = { content_type: string; width: number; height: number; orientation: number }

/** A photo has its size behind its metadata, of which one segment has at most 64 KiB. */
export const PICTURE_HEAD_BYTES = 256 * 1024
const MAX_PIXELS_A_SIDE = 65_535
const MAX_EXIF_ENTRIES = 100
const ORIENTATION = 0x0112
const UPRIGHT = 1

type Sized = Omit<Picture, 'orientation'> & { orientation?: number }

/**
 * Returns the type and size of a picture from the first bytes of its file; undefined if they are of no picture, or damaged.
 * Reads each byte at most twice, whatever the file says about itself.
 */
export function readPicture(head: Uint8Array): Picture | undefined {
  const bytes = head.subarray(0, PICTURE_HEAD_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const picture = pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view)
    const isPlausiblePicture = picture && isPlausible(picture.width) && isPlausible(picture.height)
    return isPlausiblePicture ? { orientation: UPRIGHT, ...picture } : undefined
  } catch (error) {
    // The file ends before the value that its header promises.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isPlausible = (pixels: number) => pixels > 0 && pixels <= MAX_PIXELS_A_SIDE

function startsWith(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false
  return [...text].every((character, index) => view.getUint8(at + index) === character.charCodeAt(0))
}

function pngSize(view: DataView): Sized | undefined {
  if (!startsWith(view, 0, '\x89PNG\r\n\x1A\n') || !startsWith(view, 12, 'IHDR')) return undefined
  return { content_type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(view: DataView): Sized | undefined {
  if (!startsWith(view, 0, 'GIF87a') && !startsWith(view, 0, 'GIF89a')) return undefined
  return { content_type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(view: DataView): Sized | undefined {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP')) return undefined
  const content_type = 'image/webp'
  if (startsWith(view, 12, 'VP8X')) {
    const side = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
    return { content_type, width: side(24), height: side(27) }
  }
  if (startsWith(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { content_type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (!startsWith(view, 12, 'VP8 ') || !startsWith(view, 23, '\x9D\x01\x2A')) return undefined
  return { content_type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Walks through the segments up to the one with the size. A segment has at least its two bytes of length. */
function jpegSize(view: DataView): Sized | undefined {
  if (!startsWith(view, 0, '\xFF\xD8')) return undefined
  let orientation = UPRIGHT
  for (let at = 2; at + 4 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // A marker may have several bytes of 255 before it.
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2 || !hasLength(marker)) return undefined
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      const visible = orientation >= 5 ? { width: height, height: width } : { width, height }
      return { content_type: 'image/jpeg', ...visible, orientation }
    }
    if (marker === 0xe1 && startsWith(view, at + 4, 'Exif\0\0'))
      orientation = readOrientation(view, at + 10, at + 2 + length)
    at += 2 + length
  }
  return undefined
}

/** The start of a scan and the end of the picture come after the size. */
const hasLength = (marker: number) => marker >= 0xc0 && (marker < 0xd0 || marker > 0xda)

/** Returns how a viewer turns the picture. A value that has no meaning counts as upright. */
function readOrientation(view: DataView, start: number, end: number): number {
  const isLittle = startsWith(view, start, 'II*\0')
  if (!isLittle && !startsWith(view, start, 'MM\0*')) return UPRIGHT
  const directory = start + view.getUint32(start + 4, isLittle)
  if (directory + 2 > end) return UPRIGHT
  const entries = Math.min(view.getUint16(directory, isLittle), MAX_EXIF_ENTRIES)
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= end; at += 12)
    if (view.getUint16(at, isLittle) === ORIENTATION) {
      const orientation = view.getUint16(at + 8, isLittle)
      return orientation >= 1 && orientation <= 8 ? orientation : UPRIGHT
    }
  return UPRIGHT
}
