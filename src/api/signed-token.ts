import { createHmac, timingSafeEqual } from 'node:crypto'
import { maybeJson } from './maybe-json'

/**
 * A JSON web token: what somebody whom the deployment trusts says of whoever brings it, signed with a key that both know.
 * Of the many ways there are to sign one, one is understood; which one was used is not for the token to choose.
 */
export type Claims = Record<string, unknown>

const MOST_CHARACTERS = 8192

/** What it says, if it was signed with this key and is good now. */
export function claimsIn(token: string, key: string, now: number): Claims | undefined {
  const [head, body, signature, ...more] = token.length > MOST_CHARACTERS ? [] : token.split('.')
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined
  if (!isSignedWith(key, `${head}.${body}`, signature) || objectIn(head)?.alg !== 'HS256') return undefined
  const claims = objectIn(body)
  return claims && isTimely(claims, now) ? claims : undefined
}

function isSignedWith(key: string, signed: string, signature: string): boolean {
  const expected = createHmac('sha256', key).update(signed).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// A time that is no number is no time at which it would be good.
const isTimely = ({ exp, nbf }: Claims, now: number): boolean =>
  (exp === undefined || (typeof exp === 'number' && now < exp)) &&
  (nbf === undefined || (typeof nbf === 'number' && now >= nbf))

function objectIn(part: string): Claims | undefined {
  const value = maybeJson(Buffer.from(part, 'base64url').toString('utf8'))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined
}
