import { damaged, unsupported } from './problem'

/** The parts of a PNG that its pixels need. */
export type PngHeader = {
  width: number
  height: number
  depth: number
  samples: number // of each pixel
  colour: Colour
  isInterlaced: boolean
  palette: Uint8Array
  transparency: Uint8Array
  /** The compressed pixels, in pieces. */
  pieces: Uint8Array[]
}

type Colour = 'grey' | 'rgb' | 'palette' | 'grey with opacity' | 'rgb with opacity'

const COLOURS: Partial<Record<number, { colour: Colour; samples: number; depths: readonly number[] }>> = {
  0: { colour: 'grey', samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { colour: 'rgb', samples: 3, depths: [8, 16] },
  3: { colour: 'palette', samples: 1, depths: [1, 2, 4, 8] },
  4: { colour: 'grey with opacity', samples: 2, depths: [8, 16] },
  6: { colour: 'rgb with opacity', samples: 4, depths: [8, 16] },
}

const SIGNATURE_BYTES = 8
const MAX_PIECES = 100_000

/** Reads the chunks of a PNG. Checksums do not count, as in most programs. */
export function readHeader(bytes: Uint8Array): PngHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < 33) throw damaged()
  const [width, height, depth] = [view.getUint32(16), view.getUint32(20), view.getUint8(24)]
  const colour = COLOURS[view.getUint8(25)]
  if (!colour?.depths.includes(depth) || view.getUint8(28) > 1) throw unsupported()
  const header: PngHeader = {
    width,
    height,
    depth,
    samples: colour.samples,
    colour: colour.colour,
    isInterlaced: view.getUint8(28) === 1,
    palette: new Uint8Array(),
    transparency: new Uint8Array(),
    pieces: [],
  }
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length && header.pieces.length < MAX_PIECES;) {
    const [size, name] = [view.getUint32(at), String.fromCharCode(...bytes.subarray(at + 4, at + 8))]
    const content = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'PLTE') header.palette = content
    else if (name === 'tRNS') header.transparency = content
    else if (name === 'IDAT') header.pieces.push(content)
    else if (name === 'IEND') break
    at += 12 + size
  }
  if (header.colour === 'palette' && header.palette.length < 3) throw damaged()
  return header
}

/** Where the pixels of a row go: the first of them, and the pixels from each to the next. */
type Place = { pixels: Uint8ClampedArray; from: number; step: number }

/** Returns a function that writes a row of this many pixels to its place. */
export function pixelReader(header: PngHeader): (row: Uint8Array, width: number, place: Place) => void {
  const { depth, samples, colour, palette, transparency } = header
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1
  const hidden = hiddenColour(header)
  const sampleAt = (row: Uint8Array, index: number): number => {
    if (depth === 8) return row[index]!
    if (depth === 16) return (row[index * 2]! << 8) | row[index * 2 + 1]!
    return (row[(index * depth) >> 3]! >> (8 - depth - ((index * depth) & 7))) & (2 ** depth - 1)
  }
  const byte = (sample: number) => (depth === 16 ? sample >> 8 : sample * scale)
  if (colour === 'palette')
    return (row, width, { pixels, from, step }) => {
      for (let x = 0, to = from * 4; x < width; x++, to += step * 4) {
        const index = sampleAt(row, x)
        pixels[to] = palette[index * 3] ?? 0
        pixels[to + 1] = palette[index * 3 + 1] ?? 0
        pixels[to + 2] = palette[index * 3 + 2] ?? 0
        pixels[to + 3] = transparency[index] ?? 255
      }
    }
  const greenAt = samples < 3 ? 0 : 1
  const blueAt = greenAt * 2
  const hasOpacity = samples === 2 || samples === 4
  // Most pictures have this form.
  if (depth === 8 && hidden === undefined)
    return (row, width, { pixels, from, step }) => {
      for (let x = 0, at = 0, to = from * 4; x < width; x++, at += samples, to += step * 4) {
        pixels[to] = row[at]!
        pixels[to + 1] = row[at + greenAt]!
        pixels[to + 2] = row[at + blueAt]!
        pixels[to + 3] = hasOpacity ? row[at + samples - 1]! : 255
      }
    }
  return (row, width, { pixels, from, step }) => {
    for (let x = 0, at = 0, to = from * 4; x < width; x++, at += samples, to += step * 4) {
      const red = sampleAt(row, at)
      const green = sampleAt(row, at + greenAt)
      const blue = sampleAt(row, at + blueAt)
      const isHidden = hidden !== undefined && red === hidden[0] && green === hidden[1] && blue === hidden[2]
      pixels[to] = byte(red)
      pixels[to + 1] = byte(green)
      pixels[to + 2] = byte(blue)
      pixels[to + 3] = hasOpacity ? byte(sampleAt(row, at + samples - 1)) : isHidden ? 0 : 255
    }
  }
}

/** Returns the one colour that is transparent, if the picture names one. */
function hiddenColour({ colour, transparency }: PngHeader): readonly number[] | undefined {
  const sample = (index: number) => ((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0)
  if (colour === 'grey' && transparency.length >= 2) return [sample(0), sample(0), sample(0)]
  if (colour === 'rgb' && transparency.length >= 6) return [sample(0), sample(1), sample(2)]
  return undefined
}
