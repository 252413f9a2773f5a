import type { Size } from './sizes'

/** The whole file is in memory while it is decoded. */
export const MAX_SHRUNK_FILE_BYTES = 20 * 1024 * 1024

/** A picture of more pixels is refused before it is decoded. */
export const MAX_PIXELS = 90_000_000

/**
 * A file has at most so many chunks or blocks. Each takes time, even if it is empty, and a file of 20 MiB can have millions. Programs
 * write chunks of 8 KiB and more, and the blocks of a GIF have 255 bytes.
 */
export const MAX_CHUNKS = 20_000
export const MAX_GIF_BLOCKS = 300_000

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
