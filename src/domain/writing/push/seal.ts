import { createHmac } from 'node:crypto'
import { joinedBytes } from '../../../api/joined-bytes'

/**
 * Seals a text so that nobody can read it but the phone whose public key this is: not the bouncer, and not the phone
 * maker's service. The construction is HPKE (RFC 9180) in its base mode, one message to a key:
 *
 *   KEM   DHKEM(X25519, HKDF-SHA256)     KDF   HKDF-SHA256     AEAD   AES-128-GCM
 *   info  "push notification"            aad   empty           sequence number 0
 *
 * What is sent is `enc || ciphertext`: the 32 bytes of the ephemeral public key, and what was sealed with its tag. Any
 * library of HPKE opens it. Each text has an ephemeral key of its own, so the nonce is used once.
 */
export async function seal(publicKey: Uint8Array, text: string, ephemeral?: CryptoKeyPair): Promise<Uint8Array> {
  return sealBytes(publicKey, new TextEncoder().encode(text), {
    ephemeral: ephemeral ?? (await newKeyPair()),
    info: INFO,
    aad: NOTHING,
  })
}

type Context = { ephemeral: CryptoKeyPair; info: Uint8Array; aad: Uint8Array }

const X25519 = { name: 'X25519' }
const NOTHING = new Uint8Array()
const INFO = new TextEncoder().encode('push notification')
const [SHARED_BITS, SECRET_BYTES, KEY_BYTES, NONCE_BYTES] = [256, 32, 16, 12]

const newKeyPair = async (): Promise<CryptoKeyPair> => {
  const made = await crypto.subtle.generateKey(X25519, false, ['deriveBits'])
  if (!('privateKey' in made)) throw new Error('X25519 makes pairs of keys')
  return made
}

/** As RFC 9180 says it in general; its own examples name an `info` and an `aad`. */
export async function sealBytes(publicKey: Uint8Array, plain: Uint8Array, context: Context): Promise<Uint8Array> {
  const { ephemeral, info, aad } = context
  const enc = bytes(await crypto.subtle.exportKey('raw', ephemeral.publicKey))
  const recipient = await crypto.subtle.importKey('raw', publicKey, X25519, false, [])
  const agreement = { ...X25519, public: recipient }
  const shared = bytes(await crypto.subtle.deriveBits(agreement, ephemeral.privateKey, SHARED_BITS))
  const { key, nonce } = keyFor(shared, joined(enc, publicKey), info)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: aad }, aes, plain)
  return joined(enc, bytes(sealed))
}

const bytes = (buffer: ArrayBuffer | JsonWebKey): Uint8Array => {
  if (!(buffer instanceof ArrayBuffer)) throw new Error('A raw key is bytes')
  return new Uint8Array(buffer)
}

const ascii = (text: string) => new TextEncoder().encode(text)

const joined = (...parts: readonly Uint8Array[]) => joinedBytes(parts)

const twoBytes = (number: number) => new Uint8Array([number >> 8, number & 255])
const hmac = (key: Uint8Array, message: Uint8Array) =>
  new Uint8Array(createHmac('sha256', key).update(message).digest())

// The numbers by which the RFC knows each part of the suite.
const [KEM_ID, KDF_ID, AEAD_ID] = [0x0020, 0x0001, 0x0001]
const KEM_SUITE = joined(ascii('KEM'), twoBytes(KEM_ID))
const SUITE = joined(ascii('HPKE'), twoBytes(KEM_ID), twoBytes(KDF_ID), twoBytes(AEAD_ID))
const VERSION = ascii('HPKE-v1')
const BASE_MODE = new Uint8Array([0])

const extracted = (suite: Uint8Array, salt: Uint8Array, label: string, material: Uint8Array) =>
  hmac(salt, joined(VERSION, suite, ascii(label), material))

/** Nothing here is longer than one block of the hash, so expanding is one step. */
const expanded = (
  suite: Uint8Array,
  secret: Uint8Array,
  label: string,
  [info, length]: readonly [Uint8Array, number],
) => hmac(secret, joined(twoBytes(length), VERSION, suite, ascii(label), info, new Uint8Array([1]))).slice(0, length)

/** Both ends come to the same key: from what they agreed on, and from both public keys, the ephemeral one first. */
export const keyFor = (shared: Uint8Array, publicKeys: Uint8Array, info: Uint8Array = INFO) =>
  scheduled(secretOf(shared, publicKeys), info)

function secretOf(shared: Uint8Array, context: Uint8Array): Uint8Array {
  const key = extracted(KEM_SUITE, NOTHING, 'eae_prk', shared)
  return expanded(KEM_SUITE, key, 'shared_secret', [context, SECRET_BYTES])
}

function scheduled(shared: Uint8Array, info: Uint8Array) {
  const noPsk = extracted(SUITE, NOTHING, 'psk_id_hash', NOTHING)
  const context = joined(BASE_MODE, noPsk, extracted(SUITE, NOTHING, 'info_hash', info))
  const secret = extracted(SUITE, shared, 'secret', NOTHING)
  return {
    key: expanded(SUITE, secret, 'key', [context, KEY_BYTES]),
    nonce: expanded(SUITE, secret, 'base_nonce', [context, NONCE_BYTES]),
  }
}
