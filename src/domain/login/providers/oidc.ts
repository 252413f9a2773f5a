import * as oauth from 'oauth4webapi'
import type { Outside } from '../../../outside/fetch-outside'
import { groupValuesIn, identityOf, valueAt, type Claims } from './claims-rules'
import { identityAtGithub } from './github'
import {
  asProviderError,
  authenticationFor,
  isWebAddress,
  metadataOf,
  ProviderError,
  requestOptions,
  type Peer,
} from './peer'
import type { GroupClaim, Identity, Provider } from './provider'

/** One login at a provider: where the provider sends the browser back, and the secrets that bind its answer to this browser. */
export type Attempt = {
  redirect_uri: string
  state: string
  nonce: string
  verifier: string
  /** The claim that decides the membership of groups, if the realm reads one. */
  groups?: GroupClaim | undefined
}

/** Returns the address at the provider to which the browser goes. Throws a `ProviderError`. */
export async function authorizationUrl(peer: Peer, provider: Provider, attempt: Attempt): Promise<URL> {
  const { authorization_endpoint } = await asProviderError(() => metadataOf(peer, provider))
  const url = authorization_endpoint === undefined ? null : URL.parse(authorization_endpoint)
  if (url === null || !isWebAddress(url, peer.policy)) throw new ProviderError('It states no address to log in at')
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: attempt.redirect_uri,
    scope: `${SCOPES[provider.kind] ?? 'openid email profile'} ${attempt.groups?.scope ?? ''}`.trimEnd(),
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
    const claim = attempt.groups?.claim
    const userInfo = await userInfoFor({ policy, server, client }, { claims, claim }, tokens.access_token)
    const identity = identified(identityOf(provider, claims, userInfo))
    return claim === undefined
      ? identity
      : { ...identity, groups: { claim, values: groupValuesIn(claim, claims, userInfo) } }
  })

function identified(identity: Identity | undefined): Identity {
  if (identity === undefined) throw new ProviderError('It did not say who logged in')
  return identity
}

type KnownPeer = { policy: Outside; server: oauth.AuthorizationServer; client: oauth.Client }

/** Returns the claims of the user info; undefined if the token has all that is needed, or the provider has no user info. */
async function userInfoFor(
  { policy, server, client }: KnownPeer,
  { claims, claim }: { claims: oauth.IDToken; claim: string | undefined },
  access_token: string,
) {
  const hasGroups = claim === undefined || valueAt(claims, claim) !== undefined
  if ((typeof claims.email === 'string' && hasGroups) || server.userinfo_endpoint === undefined) return undefined
  const response = await oauth.userInfoRequest(server, client, access_token, requestOptions(policy))
  const userInfo: Claims = await oauth.processUserInfoResponse(server, client, claims.sub, response)
  return userInfo
}
