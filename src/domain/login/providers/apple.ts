import type { Provider } from './provider'

const SECRET_SECONDS = 300

/**
 * Returns the client secret for Apple: a token that the owner's private key signs for each request. Throws if the key is not one
 * of Apple's, in PEM.
 */
export async function appleSecret(
  { client_id, client_secret, team_id, key_id, issuer }: Provider,
  now: number,
): Promise<string> {
  const der = Uint8Array.fromBase64(client_secret.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  const claims = { iss: team_id, sub: client_id, aud: issuer, iat: now, exp: now + SECRET_SECONDS }
  const signed = `${encode({ alg: 'ES256', kid: key_id })}.${encode(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(signed))
  return `${signed}.${new Uint8Array(signature).toBase64(BASE64URL)}`
}

const BASE64URL = { alphabet: 'base64url', omitPadding: true } as const

const encode = (part: object) => new TextEncoder().encode(JSON.stringify(part)).toBase64(BASE64URL)
