import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { BoundedCache } from '../../../store/bounded-cache'
import { MEBIBYTE } from '../../../store/memory-size'
import { logoutClaims, SIGNATURES, type LogoutClaims } from './logout-token-rules'
import { metadataOf, ProviderError, type Peer } from './peer'
import type { Provider } from './provider'

const headerShape = v.object({ alg: v.string(), kid: v.optional(v.string()), typ: v.optional(v.string()) })
const keyShape = v.looseObject({ kty: v.string(), kid: v.optional(v.string()), use: v.optional(v.string()) })
type Key = v.InferOutput<typeof keyShape>

const MAX_KEYS_TRIED = 5

/**
 * Returns which sessions a provider ended, from its logout token. Throws a `ProviderError` if the provider did not sign it, or
 * if it is not a logout token for this client.
 */
export async function readLogoutToken(peer: Peer, provider: Provider, token: string): Promise<LogoutClaims> {
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  const { alg, kid, typ } = read(headerShape, header)
  const algorithm = SIGNATURES[alg]
  if (more.length > 0 || algorithm === undefined || !TYPES.has(typ?.toLowerCase())) throw new ProviderError('No token')
  // The claims are compared first, so that a visitor cannot make the server ask for keys with any text.
  const { issuer, client_id } = provider
  const statement = logoutClaims(partOf(claims), { issuer, client_id, now: peer.now })
  if (statement === undefined) throw new ProviderError('It is not a logout token for this client')
  const fits = (key: Key) => key.kty === algorithm.kty && key.use !== 'enc' && (kid === undefined || key.kid === kid)
  const keys = (await keysFor(peer, provider, fits)).filter(fits).slice(0, MAX_KEYS_TRIED)
  const signed = new TextEncoder().encode(`${header}.${claims}`)
  for (const key of keys) {
    const imported = await crypto.subtle.importKey('jwk', key, algorithm.import, false, ['verify'])
    if (await crypto.subtle.verify(algorithm.verify, imported, bytesOf(signature), signed)) return statement
  }
  throw new ProviderError('No key of the provider signed the token')
}

const TYPES = new Set([undefined, 'jwt', 'logout+jwt'])

function read<Shape extends v.GenericSchema>(shape: Shape, part: string): v.InferOutput<Shape> {
  const parsed = v.safeParse(shape, partOf(part))
  if (!parsed.success) throw new ProviderError('No token')
  return parsed.output
}

const partOf = (part: string): unknown => parseJson(new TextDecoder().decode(bytesOf(part)))

function bytesOf(part: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(part, { alphabet: 'base64url' })
  } catch {
    throw new ProviderError('No token')
  }
}

const KEYS_SECONDS = 3600
const KEYS_AGAIN_SECONDS = 60
const MAX_KEYS_BYTES = 2 * MEBIBYTE

/** The keys of providers. A Worker keeps them for an hour, or for a minute if none of them fits. */
const keysByIssuer = new BoundedCache<{ keys: Key[]; at: number }>(MAX_KEYS_BYTES)

async function keysFor(peer: Peer, provider: Provider, fits: (key: Key) => boolean): Promise<Key[]> {
  const cached = keysByIssuer.get(provider.issuer)
  const age = cached && peer.now - cached.at
  if (age !== undefined && age < (cached?.keys.some(fits) ? KEYS_SECONDS : KEYS_AGAIN_SECONDS)) return cached!.keys
  const keys = await fetchKeys(peer, provider)
  keysByIssuer.set(provider.issuer, { keys, at: peer.now })
  return keys
}

async function fetchKeys(peer: Peer, provider: Provider): Promise<Key[]> {
  const { jwks_uri } = await metadataOf(peer, provider)
  if (jwks_uri === undefined) throw new ProviderError('It states no keys')
  const result = await fetchOutside(peer.policy, purposes.sign_in, { url: jwks_uri })
  if ('failure' in result) throw new ProviderError(`Its keys cannot be read: ${result.failure}`)
  const parsed = v.safeParse(v.object({ keys: v.array(keyShape) }), parseJson(await result.response.text()))
  if (!parsed.success) throw new ProviderError('Its keys cannot be read')
  return parsed.output.keys
}
