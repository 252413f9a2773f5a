import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from './parse-json'

/**
 * The claims of a JSON Web Token (RFC 7519): statements about a user by another system that the deployment trusts. Both systems
 * have the same key. The server supports one algorithm and no extension, and refuses other tokens.
 */
export type Claims = Record<string, unknown>

export const MAX_TOKEN_CHARACTERS = 8192

/** Returns the claims of a token that is signed with `key` and valid at `now`, in seconds. Returns undefined for others. */
export function verifiedClaims(token: string, key: string, now: number): Claims | undefined {
  if (token.length > MAX_TOKEN_CHARACTERS || !COMPACT_FORM.test(token)) return undefined
  const [head = '', body = '', signature = ''] = token.split('.')
  if (!isSignedWith(key, `${head}.${body}`, signature)) return undefined
  const [header, claims] = [decodedObject(head), decodedObject(body)]
  return header && isUnderstood(header) && claims && isTimely(claims, now) ? claims : undefined
}

const COMPACT_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

// Compares the texts, not the bytes: the same bytes have several texts in base64url, and only one is accepted.
function isSignedWith(key: string, signed: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(signed).digest('base64url'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * `crit` names extensions that a recipient must understand (RFC 7515, 4.1.11). The server understands none, so any `crit`
 * refuses the token, also a malformed one. A `typ` of another kind of token, such as `at+jwt`, was signed for another use
 * (RFC 8725, 3.11).
 */
const isUnderstood = (header: Claims): boolean =>
  header.alg === 'HS256' && !Object.hasOwn(header, 'crit') && isTypeOfTokens(header.typ)

const isTypeOfTokens = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ))

// A time that is not a number makes the token invalid. So does a number in JSON that JavaScript reads as Infinity.
const isTimely = ({ exp, nbf }: Claims, now: number): boolean =>
  (exp === undefined || (isTime(exp) && now < exp)) && (nbf === undefined || (isTime(nbf) && now >= nbf))

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function decodedObject(part: string): Claims | undefined {
  const text = decodedText(Buffer.from(part, 'base64url'))
  const value = text === undefined ? undefined : parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined
}

function decodedText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}
