import type { Bitmap } from './bitmap'
import { dataViewOf } from './bytes'
import { gifFrames, lineOrder, writeLine, type GifFrame } from './gif'
import type { Pace } from './pace'
import type { Size } from './sizes'

/** A frame, and how it changes the picture. `disposal`: what happens to its place before the next frame. */
export type Drawing = Size & {
  left: number
  top: number
  milliseconds: number
  disposal: 'keep' | 'background' | 'previous'
  draw(canvas: Bitmap['data']): void
}

/** Yields the frames of a GIF. `size` is that of the canvas. */
export async function* gifDrawings(bytes: Uint8Array, size: Size, pace: Pace): AsyncGenerator<Drawing> {
  for await (const frame of gifFrames(bytes, pace)) yield gifDrawing(frame, size)
}

const DISPOSALS: Partial<Record<number, Drawing['disposal']>> = { 2: 'background', 3: 'previous' }
/** Browsers do not show a frame for a shorter time than two hundredths of a second. */
const [SHORTEST_DELAY, USUAL_DELAY] = [2, 10]

function gifDrawing(frame: GifFrame, canvasSize: Size): Drawing {
  const { left, top, width, height, delay, disposal } = frame
  return {
    left,
    top,
    width,
    height,
    milliseconds: (delay < SHORTEST_DELAY ? USUAL_DELAY : delay) * 10,
    disposal: DISPOSALS[disposal] ?? 'keep',
    draw: (canvas) => {
      const rowBytes = canvasSize.width * 4
      lineOrder(frame).forEach((line, y) => {
        if (top + y < canvasSize.height)
          writeLine(canvas.subarray((top + y) * rowBytes, (top + y + 1) * rowBytes), frame, line)
      })
    },
  }
}

const GIF_LOOP = 'NETSCAPE2.0'

/** Returns how often a GIF that moves is repeated. 0: for ever. */
export function loopsOf(bytes: Uint8Array): number {
  const at = String.fromCharCode(...bytes.subarray(0, 4096)).indexOf(GIF_LOOP)
  if (at < 0) return 1
  return at + 15 <= bytes.length ? dataViewOf(bytes).getUint16(at + 13, true) : 0
}
