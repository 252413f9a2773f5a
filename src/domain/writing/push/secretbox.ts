import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { randomBytes } from '../../../store/randomness'

const NONCE_BYTES = 24

/** Returns the nonce, the tag and the ciphertext: `crypto_secretbox_easy` of NaCl behind its nonce. `key` has 32 bytes. */
export function secretbox(key: Uint8Array, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, secretboxWith(key, nonce, new TextEncoder().encode(text))])
}

/** Exported for the example of NaCl. */
export const secretboxWith = (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array =>
  xsalsa20poly1305(key, nonce).encrypt(plain)
