import { randomBytes } from './randomness'

/** The characters of keys. */
export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The length of a secret of 256 bits. */
export const SECRET_LENGTH = 43

/** The length of a secret in an address. Some programs accept only letters and digits, and at least 24 of them. */
export const ADDRESS_SECRET_LENGTH = 32

/** Returns random letters and digits, almost six bits each. */
export function randomKey(length: number): string {
  let key = ''
  while (key.length < length) {
    // Bytes above the last multiple of 62 would make the first characters more likely.
    for (const byte of randomBytes(length)) if (byte < 248 && key.length < length) key += LETTERS_AND_DIGITS[byte % 62]!
  }
  return key
}
