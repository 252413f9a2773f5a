import { gifOf } from './drawn-pictures'

/** How a frame of a moving picture ends: it stays, its place becomes empty, or what was there before comes back. */
type Disposal = 'keep' | 'background' | 'previous'

const CODES: Record<Disposal, number> = { keep: 1, background: 2, previous: 3 }
const HEADER_BYTES = 13 + 12 // and the table of four colours

type Frame = { pixels: readonly number[]; delay?: number; disposal?: Disposal; transparent?: number }

/** Returns a GIF with these frames, repeated for ever. Each frame has the size of the picture. */
export function movingGif(width: number, height: number, frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const files = frames.map(({ pixels }) => gifOf(width, height, pixels))
  const parts = frames.flatMap(({ delay = 5, disposal = 'keep', transparent }, index) => {
    const flags = (CODES[disposal] << 2) | (transparent === undefined ? 0 : 1)
    const control = [0x21, 0xf9, 4, flags, delay & 255, delay >> 8, transparent ?? 0, 0]
    return [...control, ...files[index]!.subarray(HEADER_BYTES, -1)]
  })
  const loop = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  return Uint8Array.from([...files[0]!.subarray(0, HEADER_BYTES), ...loop, ...parts, 0x3b])
}
