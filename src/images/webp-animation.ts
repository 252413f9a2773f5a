import { dataViewOf, hasTextAt } from './bytes'
import type { Size } from './sizes'

/** A frame as a WebP file of its own, which has the size of the whole picture. */
export type EncodedFrame = { webp: Uint8Array; milliseconds: number }

const [HAS_ANIMATION, HAS_TRANSPARENCY, REPLACES_ALL] = [0x02, 0x10, 0x02]
const MAX_MILLISECONDS = 0xff_ff_ff

/** Returns one WebP that shows the frames one after the other. `loops` is 0 for ever. */
export function animatedWebp(frames: readonly EncodedFrame[], size: Size, loops: number): Uint8Array {
  const dimensions = [...uint24(size.width - 1), ...uint24(size.height - 1)]
  const header = chunk('VP8X', [Uint8Array.of(HAS_ANIMATION | HAS_TRANSPARENCY, 0, 0, 0, ...dimensions)])
  const animation = chunk('ANIM', [Uint8Array.of(0, 0, 0, 0, loops & 255, loops >> 8)])
  const chunks = frames.map(({ webp, milliseconds }) => {
    const duration = uint24(Math.min(milliseconds, MAX_MILLISECONDS))
    const place = Uint8Array.of(0, 0, 0, 0, 0, 0, ...dimensions, ...duration, REPLACES_ALL)
    return chunk('ANMF', [place, ...pictureChunks(webp)])
  })
  const name = new TextEncoder().encode('WEBP')
  return chunk('RIFF', [name, header, animation, ...chunks])
}

/** Returns the chunks with the pixels and their transparency. */
function pictureChunks(webp: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 12; at + 8 <= webp.length;) {
    const size = dataViewOf(webp).getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (['ALPH', 'VP8 ', 'VP8L'].some((name) => hasTextAt(webp, at, name))) found.push(webp.subarray(at, end))
    at = end
  }
  return found
}

const uint24 = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255]

function chunk(name: string, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array(8 + size + (size % 2))
  bytes.set(new TextEncoder().encode(name))
  dataViewOf(bytes).setUint32(4, size, true)
  let at = 8
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
