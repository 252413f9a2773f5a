import { writePng } from './write-png'

/** The picture has so many fields in each direction, and a margin of half a field. Its halves mirror each other. */
const FIELDS = 5
const GROUND = [240, 240, 240] as const
const COLOURS = 12
const [SATURATION, LIGHTNESS] = [0.55, 0.45]

/**
 * Draws the picture of a seed of hexadecimal digits: a square of `size` pixels, in two colours. The first digits decide the
 * colour, the next ones which fields have it. Returns a PNG.
 */
export function drawIdenticon(seed: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const colour = colourOf((parseInt(seed.slice(0, 2), 16) % COLOURS) / COLOURS)
  const field = size / (FIELDS + 1)
  const indexOf = (position: number) => Math.floor(position / field - 0.5)
  return writePng({
    size,
    palette: [GROUND, colour],
    isSecond: (x, y) => {
      const [column, row] = [indexOf(x), indexOf(y)]
      if (column < 0 || row < 0 || column >= FIELDS || row >= FIELDS) return false
      const mirrored = Math.min(column, FIELDS - 1 - column)
      return parseInt(seed[2 + mirrored * FIELDS + row] ?? '0', 16) % 2 === 0
    },
  })
}

/** Returns the red, green and blue of a hue between 0 and 1. */
function colourOf(hue: number): readonly [number, number, number] {
  const spread = SATURATION * Math.min(LIGHTNESS, 1 - LIGHTNESS)
  const part = (offset: number) => {
    const position = (offset + hue * 12) % 12
    const value = LIGHTNESS - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
  }
  return [part(0), part(8), part(4)]
}
