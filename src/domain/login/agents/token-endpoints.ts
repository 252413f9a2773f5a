import { optional, shortText, text } from '../../../api/params'
import { plainJson } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { areAgentsEnabled } from '../../people/agents/enabled'
import { anyone } from '../../people/users/callers'
import { exchangeCode, exchangeRefreshToken, revokeToken } from './actions'
import { isResource } from './request-rules'
import { resourceOf } from './resource'

const refusedWith = (error: string) => ({ error })

const answers = {
  200: { description: 'The tokens, as RFC 6749 describes.' },
  400: { description: 'The request is refused: `error` says why.' },
}

export const issueTokens = endpoint.file({
  route: 'POST site:/oauth/token',
  summary: 'Exchange a code or a refresh token for new tokens (OAuth 2.1).',
  note: 'A code works once and for a minute, and each refresh token works once. If one comes again, the agent ends.',
  caller: anyone,
  params: {
    grant_type: optional(shortText(), ''),
    code: optional(shortText(), ''),
    redirect_uri: optional(text(500), ''),
    client_id: optional(shortText(), ''),
    code_verifier: optional(text(128), ''),
    refresh_token: optional(shortText(), ''),
    resource: optional(text(500), ''),
  },
  serves: answers,
  errors: [],
  // A refusal is a value: an agent that a thief used must end, and an error would undo it.
  decide: (realm, _, { grant_type, refresh_token, resource, ...exchange }) => {
    if (!areAgentsEnabled(realm)) return refusedWith('unauthorized_client')
    if (!isResource(resource, resourceOf(realm))) return refusedWith('invalid_target')
    if (grant_type === 'authorization_code') return exchangeCode(realm, exchange) ?? refusedWith('invalid_grant')
    if (grant_type !== 'refresh_token') return refusedWith('unsupported_grant_type')
    const refreshed = exchangeRefreshToken(realm, refresh_token, exchange.client_id) ?? 'invalid_grant'
    return typeof refreshed === 'string' ? refusedWith(refreshed) : refreshed
  },
  serve: (_edge, answer) =>
    'error' in answer ? plainJson(answer, 400) : plainJson({ token_type: 'Bearer', ...answer }),
})

export const revokeTokens = endpoint.file({
  route: 'POST site:/oauth/revoke',
  summary: 'End the agent that has a token (RFC 7009).',
  caller: anyone,
  params: { token: optional(shortText(), '') },
  serves: { 200: { description: 'The token is not valid any more, or never was.' } },
  errors: [],
  decide: (realm, _, { token }) => revokeToken(realm, token),
  serve: () => plainJson({}),
})
