import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { randomBytes } from './randomness'

/**
 * Encryption of the few texts that the server must read again, such as the secret of a one-time code. AES-256-GCM. Each key
 * derives from one secret of the deployment with HKDF, and has a name, which is no secret. So a value names its key, and the
 * secret can be rotated.
 */
export type EncryptionKey = { key_name: string; key: Uint8Array }

/** Returns the key that derives from a secret. */
export function encryptionKeyOf(secret: string): EncryptionKey {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'parley encrypted values', KEY_BYTES))
  const key_name = createHash('sha256').update('parley key name').update(key).digest('hex').slice(0, NAME_LENGTH)
  return { key_name, key }
}

const KEY_BYTES = 32
const NAME_LENGTH = 16
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

/**
 * Returns the nonce, the ciphertext and the tag. `context` says what the value is and whose. The value decrypts only with the
 * same context, so a copy in another row is worthless.
 */
export function encrypt({ key }: EncryptionKey, context: string, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Returns the text. Throws if the value was changed, or has another key or context. */
export function decrypt({ key }: EncryptionKey, context: string, value: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, value.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(value.subarray(-TAG_BYTES))
  const ciphertext = value.subarray(NONCE_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}
