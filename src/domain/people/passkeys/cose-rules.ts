import { createPublicKey } from 'node:crypto'
import type { Cbor } from './cbor-rules'
import { base64urlOf } from './client-data-rules'
import type { PublicKey } from './passkey'

/** The names of the numbers in a key (RFC 9052, RFC 9053, RFC 8230). A negative one depends on the type of the key. */
const [TYPE, ALGORITHM, CURVE, X, Y, N, E] = [1, 3, -1, -2, -3, -1, -2]
const [OKP, EC2, RSA] = [1, 2, 3]
const [P256, ED25519] = [1, 6]

/** Shorter keys are not safe any more, and longer ones cost time. */
const [MIN_RSA_BYTES, MAX_RSA_BYTES] = [256, 512]

/** Returns the key of one of `ALGORITHMS`. Undefined for another algorithm, and for numbers that are no key. */
export function publicKeyOf(key: Cbor): PublicKey | undefined {
  if (!(key instanceof Map)) return undefined
  const found = jwkOf(key)
  return found && isUsable(found.jwk) ? found : undefined
}

function jwkOf(key: ReadonlyMap<Cbor, Cbor>): PublicKey | undefined {
  const bytes = (name: number, least: number, most = least) => textOf(key.get(name), least, most)
  const [type, algorithm, curve] = [key.get(TYPE), key.get(ALGORITHM), key.get(CURVE)]
  if (type === EC2 && algorithm === -7 && curve === P256)
    return named(-7, { kty: 'EC', crv: 'P-256', x: bytes(X, 32), y: bytes(Y, 32) })
  if (type === OKP && algorithm === -8 && curve === ED25519)
    return named(-8, { kty: 'OKP', crv: 'Ed25519', x: bytes(X, 32) })
  if (type === RSA && algorithm === -257)
    return named(-257, { kty: 'RSA', n: bytes(N, MIN_RSA_BYTES, MAX_RSA_BYTES), e: bytes(E, 1, 4) })
  return undefined
}

/** Returns undefined if one of the numbers is missing. */
function named(algorithm: number, numbers: Record<string, string | undefined>): PublicKey | undefined {
  const jwk: Record<string, string> = {}
  for (const [name, number] of Object.entries(numbers)) {
    if (number === undefined) return undefined
    jwk[name] = number
  }
  return { algorithm, jwk }
}

const textOf = (value: Cbor | undefined, least: number, most: number): string | undefined =>
  value instanceof Uint8Array && value.length >= least && value.length <= most ? base64urlOf(value) : undefined

/** A point that is not on the curve is no key. */
function isUsable(jwk: Record<string, string>): boolean {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public'
  } catch {
    return false
  }
}
