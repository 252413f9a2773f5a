import { MAX_CHUNKS } from './limits'
import { damaged, tooLarge, unsupported } from './problem'

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
  for (let at = SIGNATURE_BYTES, chunks = 0; at + 8 <= bytes.length; chunks++) {
    if (chunks === MAX_CHUNKS) throw tooLarge()
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

/** Where the pixels of a row go, one word for each: the first of them, and the pixels from each to the next. */
type Place = { pixels: Uint32Array; from: number; step: number }

/** Writes a row of this many pixels to its place. */
type WriteRow = (row: Uint8Array, width: number, place: Place) => void

const OPAQUE = 0xff000000

/** Returns a function that writes a row. Each form has its own loop: one for all forms takes five times as long. */
export function rowWriter(header: PngHeader): WriteRow {
  const { depth, samples } = header
  if (samples === 1 && depth < 8) return packedWriter(depth, wordsOf(header))
  if (samples === 1 && depth === 8) return byteWriter(wordsOf(header))
  const hidden = hiddenColour(header)
  if (depth === 8 && samples === 3 && hidden === undefined) return writeRgb
  if (depth === 8 && samples === 4) return writeRgba
  return generalWriter(header, hidden)
}

/** Returns the word of each value of a sample: of its colour in the palette, or of its grey. */
function wordsOf(header: PngHeader): Uint32Array {
  const { depth, colour, palette, transparency } = header
  const [hidden] = hiddenColour(header) ?? []
  const scale = 255 / (2 ** depth - 1)
  return Uint32Array.from({ length: 2 ** depth }, (_, value) => {
    if (colour !== 'palette') {
      const grey = value * scale
      return word(grey, grey, grey, value === hidden ? 0 : 255)
    }
    const [red, green, blue] = [palette[value * 3], palette[value * 3 + 1], palette[value * 3 + 2]]
    return word(red ?? 0, green ?? 0, blue ?? 0, transparency[value] ?? 255)
  })
}

const word = (red: number, green: number, blue: number, opacity: number): number =>
  (red | (green << 8) | (blue << 16) | (opacity << 24)) >>> 0

const byteWriter =
  (words: Uint32Array): WriteRow =>
  (row, width, { pixels, from, step }) => {
    for (let x = 0, to = from; x < width; x++, to += step) pixels[to] = words[row[x]!]!
  }

/** Several samples in a byte. */
const packedWriter = (depth: number, words: Uint32Array): WriteRow => {
  const [inByte, mask] = [8 / depth, words.length - 1]
  return (row, width, { pixels, from, step }) => {
    for (let x = 0, to = from, at = 0; x < width; at++)
      for (let shift = 8 - depth, end = Math.min(width, x + inByte); x < end; x++, to += step, shift -= depth)
        pixels[to] = words[(row[at]! >> shift) & mask]!
  }
}

const writeRgb: WriteRow = (row, width, { pixels, from, step }) => {
  for (let x = 0, at = 0, to = from; x < width; x++, at += 3, to += step)
    pixels[to] = row[at]! | (row[at + 1]! << 8) | (row[at + 2]! << 16) | OPAQUE
}

const writeRgba: WriteRow = (row, width, { pixels, from, step }) => {
  for (let x = 0, at = 0, to = from; x < width; x++, at += 4, to += step)
    pixels[to] = row[at]! | (row[at + 1]! << 8) | (row[at + 2]! << 16) | (row[at + 3]! << 24)
}

/** The rare forms: 16 bits, grey with opacity, and colours of which one is transparent. */
function generalWriter({ depth, samples }: PngHeader, hidden: readonly number[] | undefined): WriteRow {
  const bytes = depth / 8
  const greenAt = samples < 3 ? 0 : bytes
  const opacityAt = samples === 2 || samples === 4 ? (samples - 1) * bytes : -1
  const isHidden = (row: Uint8Array, at: number) =>
    hidden !== undefined &&
    [0, greenAt, greenAt * 2].every(
      (place, index) =>
        (bytes === 1 ? row[at + place]! : (row[at + place]! << 8) | row[at + place + 1]!) === hidden[index],
    )
  return (row, width, { pixels, from, step }) => {
    for (let x = 0, at = 0, to = from; x < width; x++, at += samples * bytes, to += step) {
      const opacity = opacityAt >= 0 ? row[at + opacityAt]! : isHidden(row, at) ? 0 : 255
      pixels[to] = row[at]! | (row[at + greenAt]! << 8) | (row[at + greenAt * 2]! << 16) | (opacity << 24)
    }
  }
}

/** Returns the samples of the one colour that is transparent, if the picture names one. */
function hiddenColour({ colour, transparency }: PngHeader): readonly number[] | undefined {
  const sample = (index: number) => ((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0)
  if (colour === 'grey' && transparency.length >= 2) return [sample(0), sample(0), sample(0)]
  if (colour === 'rgb' && transparency.length >= 6) return [sample(0), sample(1), sample(2)]
  return undefined
}
