import { hkdfSync } from 'node:crypto'
import { newKeyPair, randomBytes } from '../../../store/randomness'

/** The keys of the browser that reads a notification. Both are base64url. */
type BrowserKeys = { public_key: string; auth_secret: string }

/** What is new for each notification. */
type Fresh = { keys: CryptoKeyPair; salt: Uint8Array }

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const [SALT_BYTES, KEY_BYTES, NONCE_BYTES, SHARED_BITS] = [16, 16, 12, 256]
const RECORD_BYTES = 4096
const [HEADER_BYTES, TAG_BYTES] = [86, 16]

/** The largest text of a notification, in bytes: it is one record, which ends with a byte that says so. */
export const MAX_TEXT_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1

/** The lengths to which texts are padded, so that the length of a notification tells the push service nothing. */
const PADDED_BYTES = [512, 1024, 2048, MAX_TEXT_BYTES]

const LAST_RECORD = 2

/**
 * Returns a text, encrypted so that only the browser with these keys can read it: RFC 8291, in the encoding `aes128gcm` of
 * RFC 8188. Throws if `public_key` is no point of the curve, or the text is too long.
 */
export async function encryptFor(browser: BrowserKeys, text: string): Promise<Uint8Array> {
  const keys = await newKeyPair(P256)
  return encryptWith(browser, padded(utf8(text)), { keys, salt: randomBytes(SALT_BYTES) })
}

/** Exported for the example of the RFC. `record` is the text, the byte that ends it, and zeros. */
export async function encryptWith(
  { public_key, auth_secret }: BrowserKeys,
  record: Uint8Array,
  { keys, salt }: Fresh,
): Promise<Uint8Array> {
  const browserPublic = fromBase64url(public_key)
  const ownPublic = bytesOf(await crypto.subtle.exportKey('raw', keys.publicKey))
  const recipient = await crypto.subtle.importKey('raw', browserPublic, P256, false, [])
  const agreement = { ...P256, public: recipient }
  const shared = bytesOf(await crypto.subtle.deriveBits(agreement, keys.privateKey, SHARED_BITS))
  const info = Buffer.concat([utf8('WebPush: info\0'), browserPublic, ownPublic])
  const secret = derive(shared, fromBase64url(auth_secret), info, SHARED_BITS / 8)
  const key = derive(secret, salt, utf8('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const iv = derive(secret, salt, utf8('Content-Encoding: nonce\0'), NONCE_BYTES)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const ciphertext = bytesOf(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, record))
  const recordBytes = new Uint8Array(4)
  new DataView(recordBytes.buffer).setUint32(0, RECORD_BYTES)
  return Buffer.concat([salt, recordBytes, new Uint8Array([ownPublic.length]), ownPublic, ciphertext])
}

function padded(text: Uint8Array): Uint8Array {
  const length = PADDED_BYTES.find((bytes) => bytes >= text.length)
  if (length === undefined) throw new Error('The text of the notification is too long')
  const record = new Uint8Array(length + 1)
  record.set(text)
  record[text.length] = LAST_RECORD
  return record
}

export const fitsInNotification = (text: string): boolean => utf8(text).length <= MAX_TEXT_BYTES

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes))

const utf8 = (text: string) => new TextEncoder().encode(text)

const fromBase64url = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

function bytesOf(buffer: ArrayBuffer | JsonWebKey): Uint8Array {
  if (!(buffer instanceof ArrayBuffer)) throw new Error('A raw key is bytes')
  return new Uint8Array(buffer)
}
