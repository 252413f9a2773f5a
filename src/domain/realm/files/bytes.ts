/** Are these the letters at this place? */
export const says = (bytes: Uint8Array, at: number, letters: string): boolean =>
  at + letters.length <= bytes.length && [...letters].every((letter, nth) => bytes[at + nth] === letter.charCodeAt(0))

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
