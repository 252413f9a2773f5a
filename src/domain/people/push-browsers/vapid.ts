import type { Config } from '../../../config'

type PushKeys = NonNullable<Config['push_keys']>

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }
const VALID_SECONDS = 12 * 3600 // the RFC allows a day, and the clocks of push services differ

/**
 * Returns the header `Authorization` with which a push service knows this server (RFC 8292). It is valid for one push service,
 * the origin of `endpoint`. `realm_url` is where the operator of the service finds who sends:
 * the RFC allows no `http:`, which only servers of developers have.
 */
export async function vapidHeader(
  { public_key, private_key }: PushKeys,
  { endpoint, realm_url, now }: { endpoint: string; realm_url: string; now: number },
): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: now + VALID_SECONDS, sub: realm_url.replace(/^http:/, 'https:') }
  const signed = `${base64url({ typ: 'JWT', alg: 'ES256' })}.${base64url(claims)}`
  const key = await crypto.subtle.importKey('jwk', privateJwk(public_key, private_key), ECDSA, false, ['sign'])
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(signed))
  return `vapid t=${signed}.${Buffer.from(signature).toString('base64url')}, k=${public_key}`
}

const COORDINATE_BYTES = 32

/** A public key is the byte 4, and both coordinates of its point. */
function privateJwk(public_key: string, private_key: string): JsonWebKey {
  const point = Buffer.from(public_key, 'base64url')
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x, y, d: private_key }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
