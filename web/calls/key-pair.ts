import { cipherFrom, derive, type Secret } from '../call-worker/frames'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const NONCE_BYTES = 12

/** From whom a secret is, and for whom. */
type Way = { call_id: number; from: number; to: number }

export type KeyPair = Awaited<ReturnType<typeof createKeyPair>>

/** A pair of keys of this page. With what two pairs have in common (ECDH), their owners encrypt secrets for each other. */
export async function createKeyPair() {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])

  /** A secret for one direction is none for the other. */
  async function cipherWith(theirs: string, { call_id, from, to }: Way): Promise<CryptoKey> {
    const other = await crypto.subtle.importKey('raw', bytesOf(theirs), CURVE, false, [])
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, pair.privateKey, 256)
    return cipherFrom(await derive(shared, `${call_id} ${from} ${to}`))
  }

  return {
    /** The public key, which names this page. */
    key: textOf(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
    /** Encrypts a secret for the owner of a public key. */
    async seal({ generation, step, bytes }: Secret, theirs: string, way: Way): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const cipher = await cipherWith(theirs, way)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, cipher, joined([generation, step], bytes))
      return textOf(joined(iv, new Uint8Array(sealed)))
    },
    /** Decrypts a secret. Throws if the owner of the public key did not encrypt it for this page. */
    async open(sealed: string, theirs: string, way: Way): Promise<Secret> {
      const whole = bytesOf(sealed)
      const algorithm = { name: 'AES-GCM', iv: whole.subarray(0, NONCE_BYTES) }
      const cipher = await cipherWith(theirs, way)
      const opened = await crypto.subtle.decrypt(algorithm, cipher, whole.subarray(NONCE_BYTES))
      const [generation = 0, step = 0, ...bytes] = new Uint8Array(opened)
      return { generation, step, bytes: new Uint8Array(bytes) }
    },
  }
}

function joined(first: ArrayLike<number>, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
