import type { Size } from './sizes'

/** The whole file is in memory while it is decoded. */
export const MAX_SHRUNK_FILE_BYTES = 20 * 1024 * 1024

/** A picture of more pixels is refused before it is decoded. */
export const MAX_PIXELS = 90_000_000

/** Any picture may have as many, even if all of them have the same colour. */
const MAX_PIXELS_WITHOUT_CONTENT = 25_000_000
/** The emptiest photos have 30 pixels for each byte. A file of 11 kB can say that it has 90 million. */
const MAX_PIXELS_PER_BYTE = 100

/** Whether a picture is refused before it is decoded, here and in browsers: for its size, or for its size compared with its file. */
export function hasTooManyPixels({ width, height }: Size, bytes: number): boolean {
  const pixels = width * height
  if (pixels > MAX_PIXELS) return true
  return pixels > MAX_PIXELS_WITHOUT_CONTENT && pixels > bytes * MAX_PIXELS_PER_BYTE
}
