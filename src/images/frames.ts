import { dataViewOf, hasTextAt } from './bytes'
import { MAX_CHUNKS, MAX_GIF_BLOCKS } from './limits'

/**
 * Returns how many frames a picture has, from the structure of its file. A malformed file ends where it stops to make sense, and one
 * of more chunks or blocks than pictures have ends there.
 */
export function countFrames(bytes: Uint8Array): number {
  if (hasTextAt(bytes, 0, 'GIF8')) return gifFrames(bytes)
  if (hasTextAt(bytes, 0, '\x89PNG')) return pngFrames(bytes)
  return hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP') ? webpFrames(bytes) : 1
}

const GIF_IMAGE = 0x2c
const GIF_EXTENSION = 0x21

function gifFrames(bytes: Uint8Array): number {
  let frames = 0
  const blocks: Blocks = { left: MAX_GIF_BLOCKS }
  for (let at = 13 + colourTableBytes(bytes[10]); at < bytes.length && blocks.left > 0;) {
    if (bytes[at] === GIF_EXTENSION) at = afterBlocks(bytes, at + 2, blocks)
    else if (bytes[at] === GIF_IMAGE) {
      frames++
      at = afterBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]), blocks)
    } else break
  }
  return frames
}

/** Returns the size of a colour table of a GIF, or 0 if there is none. */
export const colourTableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** How many blocks a GIF may still have. */
export type Blocks = { left: number }

/**
 * Returns the position after consecutive blocks of a GIF: each has its length before it, and the last one is empty. Ends where no
 * block is left.
 */
export function afterBlocks(bytes: Uint8Array, from: number, blocks: Blocks): number {
  let at = from
  for (let size = bytes[at]; size && blocks.left > 0; size = bytes[at]) {
    at += size + 1
    blocks.left--
  }
  blocks.left--
  return at + 1
}

/** An animated PNG has a chunk that controls each of its frames. */
function pngFrames(bytes: Uint8Array): number {
  let frames = 0
  const view = dataViewOf(bytes)
  for (let at = 8, chunks = 0; at + 12 <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    if (hasTextAt(bytes, at + 4, 'fcTL')) frames++
    at += 12 + view.getUint32(at)
  }
  return Math.max(1, frames)
}

function webpFrames(bytes: Uint8Array): number {
  let frames = 0
  const view = dataViewOf(bytes)
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    const size = view.getUint32(at + 4, true)
    if (hasTextAt(bytes, at, 'ANMF')) frames++
    at += 8 + size + (size % 2)
  }
  return Math.max(1, frames)
}
