/** Are these the letters at this place? */
export const says = (bytes: Uint8Array, at: number, letters: string): boolean =>
  at + letters.length <= bytes.length && [...letters].every((letter, nth) => bytes[at + nth] === letter.charCodeAt(0))

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
