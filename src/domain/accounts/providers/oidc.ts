import * as oauth from 'oauth4webapi'
import { fetchOutside, type OutsidePolicy } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { appleSecret } from './apple'
import { identityOf, type Claims } from './claims-rules'
import { GITHUB, identityAtGithub } from './github'
import type { Identity, Provider } from './provider'

/** One login at a provider: where the provider sends the browser back, and the secrets that bind its answer to this browser. */
export type Attempt = { redirect_uri: string; state: string; nonce: string; verifier: string }

/** What a request to a provider depends on: which addresses may be called, and the time of the realm. */
export type Peer = { policy: OutsidePolicy; now: number }

/** The provider did not answer, or gave an answer that does not pass the checks. */
export class ProviderError extends Error {}

/** Returns the address at the provider to which the browser goes. Throws a `ProviderError`. */
export async function authorizationUrl(peer: Peer, provider: Provider, attempt: Attempt): Promise<URL> {
  const { authorization_endpoint } = await asProviderError(() => metadataOf(peer, provider))
  const url = authorization_endpoint === undefined ? null : URL.parse(authorization_endpoint)
  if (url === null || !isWebAddress(url, peer.policy)) throw new ProviderError('It states no address to log in at')
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: attempt.redirect_uri,
    scope: SCOPES[provider.kind] ?? 'openid email profile',
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'github' ? {} : { nonce: attempt.nonce }),
    // Apple requires a form as soon as a name or an address is asked for.
    ...(provider.kind === 'apple' ? { response_mode: 'form_post' } : {}),
    ...(provider.kind === 'google' || provider.kind === 'entra' ? { prompt: 'select_account' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

const SCOPES: Partial<Record<Provider['kind'], string>> = { github: 'read:user user:email', apple: 'openid name email' }

/**
 * Returns who logged in, from the parameters with which the provider sent the browser back. Checks the state, the issuer of the
 * answer, the signature of the token, its issuer, its audience, its time and its nonce. Throws a `ProviderError`.
 */
export const redeemCode = (
  peer: Peer,
  provider: Provider,
  { answer, ...attempt }: Attempt & { answer: URLSearchParams },
): Promise<Identity> =>
  asProviderError(async () => {
    const { policy } = peer
    const server = await metadataOf(peer, provider)
    const client: oauth.Client = { client_id: provider.client_id }
    const parameters = oauth.validateAuthResponse(server, client, answer, attempt.state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      await authenticationFor(peer, provider, server),
      parameters,
      attempt.redirect_uri,
      attempt.verifier,
      requestOptions(policy),
    )
    if (provider.kind === 'github') {
      const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response)
      return identified(await identityAtGithub(policy, access_token))
    }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, response, requestOptions(policy))
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new ProviderError('It sent no token')
    const userInfo = await userInfoFor({ policy, server, client }, claims, tokens.access_token)
    return identified(identityOf(provider, claims, userInfo))
  })

function identified(identity: Identity | undefined): Identity {
  if (identity === undefined) throw new ProviderError('It did not say who logged in')
  return identity
}

type KnownPeer = { policy: OutsidePolicy; server: oauth.AuthorizationServer; client: oauth.Client }

/** Returns the claims of the user info; undefined if the token has an address already, or the provider has no user info. */
async function userInfoFor({ policy, server, client }: KnownPeer, claims: oauth.IDToken, access_token: string) {
  if (typeof claims.email === 'string' || server.userinfo_endpoint === undefined) return undefined
  const response = await oauth.userInfoRequest(server, client, access_token, requestOptions(policy))
  const userInfo: Claims = await oauth.processUserInfoResponse(server, client, claims.sub, response)
  return userInfo
}

async function authenticationFor(
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
const METADATA_MAX = 100

/** What providers state about themselves. A Worker keeps it for an hour. */
const metadata = new Map<string, { server: oauth.AuthorizationServer; until: number }>()

async function metadataOf({ policy, now }: Peer, { kind, issuer }: Provider): Promise<oauth.AuthorizationServer> {
  if (kind === 'github') return GITHUB
  const cached = metadata.get(issuer)
  if (cached !== undefined && cached.until > now) return cached.server
  const url = new URL(issuer)
  const response = await oauth.discoveryRequest(url, requestOptions(policy))
  // Refuses metadata of another issuer.
  const server = await oauth.processDiscoveryResponse(url, response)
  if (metadata.size >= METADATA_MAX) metadata.clear()
  metadata.set(issuer, { server, until: now + METADATA_SECONDS })
  return server
}

const isWebAddress = ({ protocol }: URL, { allows_private }: OutsidePolicy) =>
  protocol === 'https:' || (allows_private && protocol === 'http:')

/** All requests of the library go through `fetchOutside`. */
const requestOptions = (policy: OutsidePolicy) => ({
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

/** The library throws errors of several classes, and `TypeError` for answers of a wrong form. */
async function asProviderError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(error instanceof Error ? error.message : 'It failed', { cause: error })
  }
}
