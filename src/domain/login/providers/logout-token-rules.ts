import * as v from 'valibot'

/** What a logout token says. At least one of the two is not null. */
export type LogoutClaims = { subject: string | null; provider_session: string | null }

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE_SECONDS = 300
const CLOCK_SECONDS = 60

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const shape = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  iat: v.number(),
  exp: v.optional(v.number()),
  jti: name,
  sub: v.optional(name),
  sid: v.optional(name),
  events: v.record(v.string(), v.unknown()),
})

type Expected = { issuer: string; client_id: string; now: number }

/**
 * Returns what a logout token says, or undefined if its claims do not make it one for this client. A token with a nonce is an ID
 * token, which a thief could repeat here.
 */
export function logoutClaims(claims: unknown, { issuer, client_id, now }: Expected): LogoutClaims | undefined {
  const parsed = v.safeParse(shape, claims)
  if (!parsed.success || (typeof claims === 'object' && claims !== null && 'nonce' in claims)) return undefined
  const { iss, aud, iat, exp, sub, sid, events } = parsed.output
  if (iss !== issuer || ![aud].flat().includes(client_id)) return undefined
  if (iat > now + CLOCK_SECONDS || iat < now - MAX_AGE_SECONDS) return undefined
  if (exp !== undefined && exp <= now - CLOCK_SECONDS) return undefined
  if (!isObject(events[EVENT]) || (sub === undefined && sid === undefined)) return undefined
  return { subject: sub ?? null, provider_session: sid ?? null }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

type Algorithm = { kty: string; import: SubtleCryptoImportKeyAlgorithm; verify: SubtleCryptoSignAlgorithm }

const rsa = (name: string, hash: string, more = {}): Algorithm => ({
  kty: 'RSA',
  import: { name, hash },
  verify: { name, ...more },
})
const ecdsa = (namedCurve: string, hash: string): Algorithm => ({
  kty: 'EC',
  import: { name: 'ECDSA', namedCurve },
  verify: { name: 'ECDSA', hash },
})

/** The signatures that count. `none` and those with a shared secret are not among them. */
export const SIGNATURES: Readonly<Record<string, Algorithm>> = {
  RS256: rsa('RSASSA-PKCS1-v1_5', 'SHA-256'),
  RS384: rsa('RSASSA-PKCS1-v1_5', 'SHA-384'),
  RS512: rsa('RSASSA-PKCS1-v1_5', 'SHA-512'),
  PS256: rsa('RSA-PSS', 'SHA-256', { saltLength: 32 }),
  ES256: ecdsa('P-256', 'SHA-256'),
  ES384: ecdsa('P-384', 'SHA-384'),
  EdDSA: { kty: 'OKP', import: { name: 'Ed25519' }, verify: { name: 'Ed25519' } },
}
