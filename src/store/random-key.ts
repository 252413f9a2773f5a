export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, each worth almost six bits. */
export function randomKey(length: number): string {
  let key = ''
  while (key.length < length) {
    // Bytes past the last whole multiple of the alphabet would favour its first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < 248 && key.length < length) key += LETTERS_AND_DIGITS[byte % 62]!
  }
  return key
}
