import type { Bitmap } from './bitmap'
import { dataViewOf, hasTextAt } from './bytes'
import type { Drawing } from './drawing'
import { damaged } from './problem'
import type { Pace } from './pace'
import type { Size } from './sizes'
import { webpDecoder } from './webp'
import { webpOf } from './webp-frame'

const [DISPOSES, REPLACES] = [1, 2]

/** Yields the frames of an animated WebP. Its decoder is forgotten afterwards, because it keeps its memory. */
export async function* webpDrawings(bytes: Uint8Array, canvasSize: Size, pace: Pace): AsyncGenerator<Drawing> {
  const view = dataViewOf(bytes)
  const decode = await webpDecoder()
  const number = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size
    if (end > bytes.length) return
    if (hasTextAt(bytes, at, 'ANMF') && size >= 16) {
      const [left, top] = [2 * number(at + 8), 2 * number(at + 11)]
      const [width, height] = [1 + number(at + 14), 1 + number(at + 17)]
      if (left + width > canvasSize.width || top + height > canvasSize.height) throw damaged()
      const flags = view.getUint8(at + 23)
      const file = webpOf(bytes.subarray(at + 24, end), bytes.subarray(at + 14, at + 20))
      await pace.beforeWhole()
      const picture = file === undefined ? null : decode(file)
      if (picture === null || picture.width !== width || picture.height !== height) throw damaged()
      yield {
        left,
        top,
        width,
        height,
        milliseconds: number(at + 20),
        disposal: (flags & DISPOSES) === 0 ? 'keep' : 'background',
        draw: (canvas) => draw(canvas, canvasSize, { left, top, picture, isOver: (flags & REPLACES) === 0 }),
      }
    }
    at = end + (size % 2)
  }
}

type Placed = { left: number; top: number; picture: Bitmap; isOver: boolean }

/** Draws a picture over what is there, or instead of it. */
function draw(canvas: Bitmap['data'], { width }: Size, { left, top, picture, isOver }: Placed): void {
  const { data } = picture
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      const [from, to] = [(y * picture.width + x) * 4, ((top + y) * width + left + x) * 4]
      const opacity = isOver ? data[from + 3]! / 255 : 1
      if (opacity === 0) continue
      const below = (canvas[to + 3]! / 255) * (1 - opacity)
      const total = isOver ? opacity + below : 1
      for (let colour = 0; colour < 3; colour++)
        canvas[to + colour] = isOver
          ? (data[from + colour]! * opacity + canvas[to + colour]! * below) / total
          : data[from + colour]!
      canvas[to + 3] = isOver ? total * 255 : data[from + 3]!
    }
}
