import type { Bitmap } from './bitmap'
import type { Size } from './sizes'

/** A frame, and how it changes the picture. `disposal`: what happens to its place before the next frame. */
export type Drawing = Size & {
  left: number
  top: number
  milliseconds: number
  disposal: 'keep' | 'background' | 'previous'
  draw(canvas: Bitmap['data']): void
}
