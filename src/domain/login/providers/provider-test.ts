import * as oauth from 'oauth4webapi'
import { parseJson } from '../../../api/parse-json'
import { randomKey } from '../../../store/random-key'
import { asProviderError, authenticationFor, metadataOf, ProviderError, requestOptions, type Peer } from './peer'
import type { Provider } from './provider'

const MAX_PROBLEM_CHARACTERS = 300
/** The shortest one of RFC 7636. */
const VERIFIER_LENGTH = 43

/**
 * Returns why no login at the provider can succeed, or null if none is known. Redeems a code that does not exist: a provider
 * that accepts the client secret says that the code is wrong, and otherwise that the secret is.
 */
export async function problemOfProvider(peer: Peer, provider: Provider, redirect_uri: string): Promise<string | null> {
  try {
    return await asProviderError(() => askWithWrongCode(peer, provider, redirect_uri))
  } catch (error) {
    if (error instanceof ProviderError) return error.message.slice(0, MAX_PROBLEM_CHARACTERS)
    throw error
  }
}

async function askWithWrongCode(peer: Peer, provider: Provider, redirect_uri: string): Promise<string | null> {
  const server = await metadataOf(peer, provider)
  const methods = server.code_challenge_methods_supported
  if (methods !== undefined && !methods.includes('S256')) return 'It does not support PKCE with S256'
  if (provider.kind !== 'github' && server.jwks_uri === undefined) return 'It states no keys'
  const client: oauth.Client = { client_id: provider.client_id }
  const answer = new URLSearchParams({ code: 'parley-test', state: 'parley-test', iss: server.issuer })
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    await authenticationFor(peer, provider, server),
    oauth.validateAuthResponse(server, client, answer, 'parley-test'),
    redirect_uri,
    randomKey(VERIFIER_LENGTH),
    requestOptions(peer.policy),
  )
  const body = parseJson(await response.text())
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (error === 'invalid_grant' || error === 'bad_verification_code') return null
  return typeof error === 'string' ? `It refused the client: ${error}` : 'It gave no answer of OAuth'
}
