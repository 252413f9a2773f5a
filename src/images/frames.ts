import { dataViewOf, hasTextAt } from './bytes'

/** Returns how many frames a picture has, from the structure of its file. A malformed file ends where it stops to make sense. */
export function countFrames(bytes: Uint8Array): number {
  if (hasTextAt(bytes, 0, 'GIF8')) return gifFrames(bytes)
  if (hasTextAt(bytes, 0, '\x89PNG')) return pngFrames(bytes)
  return hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP') ? webpFrames(bytes) : 1
}

const GIF_IMAGE = 0x2c
const GIF_EXTENSION = 0x21

function gifFrames(bytes: Uint8Array): number {
  let frames = 0
  for (let at = 13 + colourTableBytes(bytes[10]); at < bytes.length;) {
    if (bytes[at] === GIF_EXTENSION) at = afterBlocks(bytes, at + 2)
    else if (bytes[at] === GIF_IMAGE) {
      frames++
      at = afterBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]))
    } else break
  }
  return frames
}

/** Returns the size of a colour table of a GIF, or 0 if there is none. */
export const colourTableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns the position after consecutive blocks of a GIF: each has its length before it, and the last one is empty. */
export function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

/** An animated PNG has a chunk that controls each of its frames. */
function pngFrames(bytes: Uint8Array): number {
  let frames = 0
  for (let at = 8; at + 12 <= bytes.length; at += 12 + dataViewOf(bytes).getUint32(at))
    if (hasTextAt(bytes, at + 4, 'fcTL')) frames++
  return Math.max(1, frames)
}

function webpFrames(bytes: Uint8Array): number {
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = dataViewOf(bytes).getUint32(at + 4, true)
    if (hasTextAt(bytes, at, 'ANMF')) frames++
    at += 8 + size + (size % 2)
  }
  return Math.max(1, frames)
}
