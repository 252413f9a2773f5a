import { MalformedCbor, readCbor } from './cbor-rules'
import { base64urlOf } from './client-data-rules'
import { publicKeyOf } from './cose-rules'
import type { PublicKey } from './passkey'

/** What an authenticator states with each signature. */
export type AuthenticatorData = {
  rp_id_hash: Uint8Array
  isUserPresent: boolean
  isUserVerified: boolean
  is_backup_eligible: boolean
  is_backed_up: boolean
  sign_count: number
  /** Only of a new passkey. */
  made?: { credential_id: string; public_key: PublicKey | undefined }
}

const [USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, MADE, EXTENSIONS] = [1, 4, 8, 16, 64, 128]
const [FLAGS_AT, COUNT_AT, HEAD_BYTES, AAGUID_BYTES] = [32, 33, 37, 16]
export const MAX_CREDENTIAL_ID_BYTES = 1023

/** Reads the bytes (WebAuthn §6.1). Throws `MalformedCbor`. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < HEAD_BYTES) throw new MalformedCbor('Too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const flags = view.getUint8(FLAGS_AT)
  const has = (flag: number) => (flags & flag) !== 0
  const made = has(MADE) ? readMade(bytes, view) : undefined
  const afterMade = made?.end ?? HEAD_BYTES
  const end = has(EXTENSIONS) ? readCbor(bytes, afterMade).end : afterMade
  if (end !== bytes.length) throw new MalformedCbor('Bytes follow the data')
  return {
    rp_id_hash: bytes.subarray(0, FLAGS_AT),
    isUserPresent: has(USER_PRESENT),
    isUserVerified: has(USER_VERIFIED),
    is_backup_eligible: has(BACKUP_ELIGIBLE),
    is_backed_up: has(BACKED_UP),
    sign_count: view.getUint32(COUNT_AT),
    ...(made && { made: made.value }),
  }
}

function readMade(bytes: Uint8Array, view: DataView) {
  const lengthAt = HEAD_BYTES + AAGUID_BYTES
  if (bytes.length < lengthAt + 2) throw new MalformedCbor('Too short')
  const [start, length] = [lengthAt + 2, view.getUint16(lengthAt)]
  if (length === 0 || length > MAX_CREDENTIAL_ID_BYTES || bytes.length < start + length)
    throw new MalformedCbor('An id without a length that is possible')
  const credential_id = base64urlOf(bytes.subarray(start, start + length))
  const { value: key, end } = readCbor(bytes, start + length)
  return { value: { credential_id, public_key: publicKeyOf(key) }, end }
}
