/** Pixels in rows. Each has four bytes: red, green, blue and opacity. */
export type Bitmap = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/** Returns the picture upright. `orientation` is the number in its Exif data: from 5 on, width and height change places. */
export function upright(bitmap: Bitmap, orientation: number): Bitmap {
  if (orientation < 2 || orientation > 8) return bitmap
  const { width: sourceWidth, height: sourceHeight } = bitmap
  const isTurned = orientation >= 5
  const [width, height] = isTurned ? [sourceHeight, sourceWidth] : [sourceWidth, sourceHeight]
  const isMirroredAcross = [2, 3, 7, 8].includes(orientation)
  const isMirroredDown = [3, 4, 6, 7].includes(orientation)
  const source = new Uint32Array(bitmap.data.buffer)
  const target = new Uint32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = isTurned ? [y, x] : [x, y]
      const sourceX = isMirroredAcross ? sourceWidth - 1 - across : across
      const sourceY = isMirroredDown ? sourceHeight - 1 - down : down
      target[y * width + x] = source[sourceY * sourceWidth + sourceX]!
    }
  return { width, height, data: new Uint8ClampedArray(target.buffer) }
}
