import { createHash } from 'node:crypto'

/** Encodes the part of CBOR that an authenticator needs. */
function cbor(value: unknown): number[] {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return [...head(3, value.length), ...new TextEncoder().encode(value)]
  if (value instanceof Uint8Array) return [...head(2, value.length), ...value]
  if (value instanceof Map) return [...head(5, value.size), ...[...value].flat().flatMap(cbor)]
  throw new Error('No CBOR for this value')
}

function head(kind: number, argument: number): number[] {
  if (argument < 24) return [kind * 32 + argument]
  if (argument < 256) return [kind * 32 + 24, argument]
  return [kind * 32 + 25, argument >> 8, argument & 255]
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
const sha256 = (data: string | Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest())

const FLAGS = { present: 1, verified: 4, eligible: 8, backedUp: 16, made: 64 }

/** What a dishonest browser or device changes. */
export type Lies = Partial<{
  origin: string
  rp_id: string
  challenge: string
  type: string
  crossOrigin: boolean
  isPresent: boolean
  isVerified: boolean
  isBackupEligible: boolean
  isBackedUp: boolean
  sign_count: number
  id: string
  userHandle: string | null
  isBogus: boolean
}>

type Keys = { algorithm: number; keys: CryptoKeyPair; cose: Map<unknown, unknown> }

const GENERATE = {
  '-7': { name: 'ECDSA', namedCurve: 'P-256' },
  '-8': { name: 'Ed25519' },
  '-257': {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
}
export type Algorithm = keyof typeof GENERATE

async function newKeys(algorithm: Algorithm): Promise<Keys> {
  const keys = (await crypto.subtle.generateKey(GENERATE[algorithm], true, ['sign', 'verify'])) as CryptoKeyPair
  const jwk = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as unknown as Record<string, string>
  const number = (name: string) => bytesOf(jwk[name]!)
  const entries: Record<Algorithm, [number, unknown][]> = {
    '-7': [[1, 2], [3, -7], [-1, 1], [-2, algorithm === '-7' && number('x')], [-3, algorithm === '-7' && number('y')]], // prettier-ignore
    '-8': [[1, 1], [3, -8], [-1, 6], [-2, algorithm === '-8' && number('x')]], // prettier-ignore
    '-257': [[1, 3], [3, -257], [-1, algorithm === '-257' && number('n')], [-2, algorithm === '-257' && number('e')]], // prettier-ignore
  }
  return { algorithm: Number(algorithm), keys, cose: new Map(entries[algorithm]) }
}

/** A device with one passkey, as a browser and an authenticator speak to a server (WebAuthn). */
export class Authenticator {
  #count = 0
  handle = ''

  private constructor(
    readonly origin: string,
    readonly id: string,
    readonly own: Keys,
    readonly counts: boolean,
  ) {}

  static async at(origin: string, algorithm: Algorithm = '-7', counts = false): Promise<Authenticator> {
    const id = base64url(crypto.getRandomValues(new Uint8Array(32)))
    return new Authenticator(origin, id, await newKeys(algorithm), counts)
  }

  /** Returns a new passkey, as `PublicKeyCredential.toJSON()` does in a browser. */
  registers({ challenge, user }: { challenge: string; user: { id: string } }, lies: Lies = {}) {
    this.handle = user.id
    const id = bytesOf(this.id)
    const made = [...new Uint8Array(16), id.length >> 8, id.length & 255, ...id, ...cbor(this.own.cose)]
    const authData = Uint8Array.from([...this.#data({ ...lies }, FLAGS.made), ...made])
    const attestation = new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]) // prettier-ignore
    const response = {
      clientDataJSON: base64url(this.#client('webauthn.create', challenge, lies)),
      attestationObject: base64url(Uint8Array.from(cbor(attestation))),
      transports: ['internal'],
    }
    return { id: lies.id ?? this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  /** Returns a signature, as `PublicKeyCredential.toJSON()` does in a browser. */
  async signs({ challenge }: { challenge: string }, lies: Lies = {}) {
    if (this.counts) this.#count++
    const data = Uint8Array.from(this.#data(lies, 0))
    const client = this.#client('webauthn.get', challenge, lies)
    const signed = Uint8Array.from([...data, ...sha256(client)])
    const signature = await this.#signature(signed)
    if (lies.isBogus) signature[signature.length - 1]! ^= 1
    const response = {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: lies.userHandle === undefined ? this.handle : lies.userHandle,
    }
    return { id: lies.id ?? this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #client(type: string, challenge: string, lies: Lies): Uint8Array {
    const { origin = this.origin, crossOrigin = false } = lies
    const stated = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin }
    return new TextEncoder().encode(JSON.stringify(stated))
  }

  #data(lies: Lies, more: number): number[] {
    const { isPresent = true, isVerified = true, isBackupEligible = false, isBackedUp = false } = lies
    const flags =
      (isPresent ? FLAGS.present : 0) |
      (isVerified ? FLAGS.verified : 0) |
      (isBackupEligible ? FLAGS.eligible : 0) |
      (isBackedUp ? FLAGS.backedUp : 0)
    const count = lies.sign_count ?? this.#count
    const rp_id = lies.rp_id ?? new URL(this.origin).hostname
    return [...sha256(rp_id), flags | more, count >>> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255]
  }

  async #signature(signed: Uint8Array): Promise<Uint8Array> {
    const { algorithm, keys } = this.own
    if (algorithm !== -7) {
      const name = algorithm === -8 ? 'Ed25519' : 'RSASSA-PKCS1-v1_5'
      return new Uint8Array(await crypto.subtle.sign(name, keys.privateKey, signed))
    }
    const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, signed))
    const numbers = [derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32))].flat()
    return Uint8Array.from([0x30, numbers.length, ...numbers])
  }
}

function derInteger(bytes: Uint8Array): number[] {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = [...bytes.subarray(start)]
  const positive = digits[0]! > 127 ? [0, ...digits] : digits
  return [2, positive.length, ...positive]
}
