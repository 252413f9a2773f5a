import type { Bytes } from './storage.ts'

/** The characters 128 to 255 of names in ZIP archives that say nothing else: those of the first PCs. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const UNICODE_PATH = 0x7075

/** The name of a file in an archive. `isGuessed`: its encoding is unknown, so some characters may be others. */
export type ArchiveName = { name: string; isGuessed: boolean }

/** Returns the name of a file in a ZIP archive. `extra` are the additional fields of its entry. */
export function nameIn(bytes: Bytes, extra: DataView): ArchiveName {
  const name = unicodePath(bytes, extra) ?? utf8(bytes)
  return name === undefined
    ? { name: [...bytes].map(ofFirstPcs).join(''), isGuessed: true }
    : { name, isGuessed: false }
}

/** Programs write UTF-8 with a mark, and macOS without it. Names of other encodings are hardly ever valid UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const ofFirstPcs = (byte: number) => (byte < 128 ? String.fromCharCode(byte) : (UPPER_HALF[byte - 128] ?? ''))

/**
 * Some programs write the name a second time, in UTF-8: after a version and a checksum of the first one. If the checksum differs, another
 * program has renamed the file, and the second name is the old one.
 */
function unicodePath(bytes: Bytes, extra: DataView) {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    const length = extra.getUint16(at + 2, true)
    if (extra.getUint16(at, true) !== UNICODE_PATH || length < 6 || at + 4 + length > extra.byteLength) continue
    if (extra.getUint32(at + 5, true) !== checksum(bytes)) continue
    return utf8(new Uint8Array(extra.buffer, extra.byteOffset + at + 9, length - 5))
  }
  return undefined
}

/** Returns the CRC-32 of bytes. */
function checksum(bytes: Bytes): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
