import { says, viewOf } from '../../realm/files/bytes'

/**
 * The first picture of one that moves, made without drawing anything: what belongs to later ones is left out of the file.
 * Undefined where nothing moves. A file that ends too soon, or says what it should not, is taken for one that does not.
 */
export function stillOf(bytes: Uint8Array): Uint8Array | undefined {
  if (says(bytes, 0, 'GIF8')) return stillGif(bytes)
  if (says(bytes, 0, '\x89PNG')) return stillPng(bytes)
  return says(bytes, 0, 'RIFF') && says(bytes, 8, 'WEBP') ? stillWebp(bytes) : undefined
}

const GIF_IMAGE = 0x2c
const GIF_EXTENSION = 0x21
const GIF_END = 0x3b

function stillGif(bytes: Uint8Array): Uint8Array | undefined {
  let at = 13 + colours(bytes[10] ?? 0)
  let endOfFirst: number | undefined
  while (at < bytes.length) {
    if (bytes[at] === GIF_EXTENSION) at = afterBlocks(bytes, at + 2)
    else if (bytes[at] === GIF_IMAGE) {
      if (endOfFirst !== undefined) return Buffer.concat([bytes.subarray(0, endOfFirst), Uint8Array.of(GIF_END)])
      at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9] ?? 0))
      endOfFirst = at
    } else return undefined
  }
  return undefined
}

/** How many bytes a table of colours takes, where there is one. */
const colours = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

/** A moving PNG is an ordinary one with more in it that older programs pass over. */
function stillPng(bytes: Uint8Array): Uint8Array | undefined {
  const kept = [bytes.subarray(0, 8)]
  let moves = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + viewOf(bytes).getUint32(at)
    if (end > bytes.length) return undefined
    const belongsToLater = ['acTL', 'fcTL', 'fdAT'].some((name) => says(bytes, at + 4, name))
    if (!belongsToLater) kept.push(bytes.subarray(at, end))
    moves ||= says(bytes, at + 4, 'acTL')
    at = end
  }
  return moves ? Buffer.concat(kept) : undefined
}

/** Each picture of a moving WebP is, but for a header of its own, what one that does not move consists of. */
function stillWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size
    if (end > bytes.length) return undefined
    if (says(bytes, at, 'ANMF')) return webpOf(bytes.subarray(at + 24, end), bytes.subarray(at + 14, at + 20))
    at = end + (size % 2)
  }
  return undefined
}

/** Width and height stand before each picture as they stand in the header of a whole file. */
function webpOf(picture: Uint8Array, widthAndHeight: Uint8Array): Uint8Array | undefined {
  if (picture.length < 8) return undefined
  const hasTransparency = says(picture, 0, 'ALPH')
  const header = Uint8Array.of(0x10, 0, 0, 0, ...widthAndHeight)
  const chunks = hasTransparency
    ? Buffer.concat([lettersOf('VP8X'), numberOf(header.length), header, picture])
    : picture
  return Buffer.concat([lettersOf('RIFF'), numberOf(chunks.length + 4), lettersOf('WEBP'), chunks])
}

const lettersOf = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))

function numberOf(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}
