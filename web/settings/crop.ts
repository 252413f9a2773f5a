type Size = { width: number; height: number }
/** `zoom` 1 shows as much as fits. The center is a fraction of the width and of the height. */
type View = { zoom: number; center: { x: number; y: number } }

/** Returns the square of the picture that the view shows, in pixels of the picture. It lies inside of the picture. */
export function cropOf({ width, height }: Size, { zoom, center }: View): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  const within = (middle: number, size: number) => Math.min(Math.max(middle * size - side / 2, 0), size - side)
  return { left: within(center.x, width), top: within(center.y, height), side }
}

/** Returns the center after the user dragged the picture by fractions of the view. It stays where the crop allows it. */
export function moved(size: Size, view: View, by: { x: number; y: number }): { x: number; y: number } {
  const { left, top, side } = cropOf(size, view)
  const center = {
    x: (left + side / 2 - by.x * side) / size.width,
    y: (top + side / 2 - by.y * side) / size.height,
  }
  const next = cropOf(size, { ...view, center })
  return { x: (next.left + side / 2) / size.width, y: (next.top + side / 2) / size.height }
}
