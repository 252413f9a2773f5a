export type Size = { width: number; height: number }

/** How a picture becomes smaller: the whole picture inside a box, or the square in its middle. */
export type Target = { box: Size } | { square: number }

/** The part of a picture that is kept, and its new size. */
export type Shrinking = { left: number; top: number; kept: Size; result: Size }

/** Returns what is kept of a picture of this size, and its new size. No picture becomes larger. */
export function shrinkingOf({ width, height }: Size, target: Target): Shrinking {
  if ('square' in target) {
    const side = Math.min(width, height)
    const result = Math.min(side, target.square)
    const kept = { width: side, height: side }
    return { left: (width - side) / 2, top: (height - side) / 2, kept, result: { width: result, height: result } }
  }
  const { box } = target
  const scale = Math.min(1, box.width / width, box.height / height)
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  return { left: 0, top: 0, kept: { width, height }, result: { width: side(width), height: side(height) } }
}

/** Returns the same for a picture that a viewer turns by a quarter after it was decoded. */
export function turnedBox(target: Target): Target {
  return 'square' in target ? target : { box: { width: target.box.height, height: target.box.width } }
}
