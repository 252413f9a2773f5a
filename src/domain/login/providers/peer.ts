import * as oauth from 'oauth4webapi'
import { fetchOutside, type Outside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { BoundedCache } from '../../../store/bounded-cache'
import { MEBIBYTE } from '../../../store/memory-size'
import { appleSecret } from './apple'
import { GITHUB } from './github'
import type { Provider } from './provider'

/** What a request to a provider depends on: which addresses may be called, and the time of the realm. */
export type Peer = { policy: Outside; now: number }

/** The provider did not answer, or gave an answer that does not pass the checks. */
export class ProviderError extends Error {}

/** Returns how the realm authenticates itself to the provider. */
export async function authenticationFor(
  { now }: Peer,
  provider: Provider,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  const { kind, client_secret } = provider
  if (kind === 'apple') return oauth.ClientSecretPost(await appleSecret(provider, now))
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const takesBasic = methods.includes('client_secret_basic') && kind !== 'github'
  return takesBasic ? oauth.ClientSecretBasic(client_secret) : oauth.ClientSecretPost(client_secret)
}

const METADATA_SECONDS = 3600
const MAX_METADATA_BYTES = 2 * MEBIBYTE

/** What providers state about themselves. A Worker keeps it for an hour. */
const metadata = new BoundedCache<{ server: oauth.AuthorizationServer; until: number }>(MAX_METADATA_BYTES)

/** Returns what the provider states about itself. Throws if it does not answer, or states another issuer. */
export async function metadataOf(
  { policy, now }: Peer,
  { kind, issuer }: Provider,
): Promise<oauth.AuthorizationServer> {
  if (kind === 'github') return GITHUB
  const cached = metadata.get(issuer)
  if (cached !== undefined && cached.until > now) return cached.server
  const url = new URL(issuer)
  const response = await oauth.discoveryRequest(url, requestOptions(policy))
  // Refuses metadata of another issuer.
  const server = await oauth.processDiscoveryResponse(url, response)
  metadata.set(issuer, { server, until: now + METADATA_SECONDS })
  return server
}

export const isWebAddress = ({ protocol }: URL, { allows_private }: Pick<Outside, 'allows_private'>) =>
  protocol === 'https:' || (allows_private && protocol === 'http:')

/** All requests of the library go through `fetchOutside`. */
export const requestOptions = (policy: Outside) => ({
  [oauth.allowInsecureRequests]: policy.allows_private,
  [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const { method, headers, body } = init
    const result = await fetchOutside(policy, purposes.sign_in, {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body instanceof URLSearchParams ? body.toString() : undefined,
    })
    if ('failure' in result) throw new ProviderError(`It cannot be reached: ${result.failure}`)
    return result.response
  },
})

/** Returns what the work returns. Throws its errors as `ProviderError`: the library throws errors of several classes. */
export async function asProviderError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(error instanceof Error ? error.message : 'It failed', { cause: error })
  }
}
