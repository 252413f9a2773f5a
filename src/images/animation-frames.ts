import { dataViewOf, hasTextAt } from './bytes'
import type { Drawing } from './drawing'
import { gifFrames, lineOrder, writeLine, type GifFrame } from './gif'
import type { Pace } from './pace'
import type { Size } from './sizes'
import { webpDrawings } from './webp-drawings'

/** Yields the frames of a GIF or of a WebP, and none of other pictures. `size` is that of the canvas. */
export async function* drawingsOf(bytes: Uint8Array, size: Size, pace: Pace): AsyncGenerator<Drawing> {
  if (hasTextAt(bytes, 0, 'GIF8')) for await (const frame of gifFrames(bytes, pace)) yield gifDrawing(frame, size)
  else if (hasTextAt(bytes, 0, 'RIFF')) yield* webpDrawings(bytes, size, pace)
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

/** Returns how often a picture that moves is repeated. 0: for ever. */
export function loopsOf(bytes: Uint8Array): number {
  const view = dataViewOf(bytes)
  const isGif = hasTextAt(bytes, 0, 'GIF8')
  const start = String.fromCharCode(...bytes.subarray(0, 4096))
  const at = isGif ? start.indexOf(GIF_LOOP) : start.indexOf('ANIM')
  if (at < 0) return isGif ? 1 : 0
  const place = isGif ? at + 13 : at + 12
  return place + 2 <= bytes.length ? view.getUint16(place, true) : 0
}
