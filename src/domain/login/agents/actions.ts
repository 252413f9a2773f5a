import { hashApiKey, sameSecret } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { subscriptionsOf } from '../../channels/subscriptions/storage'
import { connectAgent, endAgent, refreshTokens, type Tokens } from '../../people/agents/actions'
import type { AllowedRequest } from '../../people/agents/agent'
import { requireAgents } from '../../people/agents/enabled'
import { wantsScopes } from '../../people/agents/missing-scopes'
import { CODE_SECONDS, isIdle, partsOf, provesChallenge, USED_CODE_SECONDS } from '../../people/agents/rules'
import {
  findAgent,
  findAgentOfFamily,
  findCode,
  findToken,
  insertCode,
  writeCodeUse,
} from '../../people/agents/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { channelNotYours } from './refusals'

const CODE_LENGTH = 43
const MAX_CHOICES = 200

/** Returns the channels to which the user can limit an agent, by name. */
export const choicesOf = (realm: ReadOnlyRealm, { user_id }: User): { stream_id: number; name: string }[] =>
  subscriptionsOf(realm.sql, user_id)
    .flatMap(({ stream_id, is_active }) => (is_active ? (findChannel(realm, stream_id) ?? []) : []))
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }) => ({ stream_id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CHOICES)

/** Notes that the user allowed an agent, and returns the code with which the client receives its tokens. */
export function allowAgent(realm: Realm, actor: User, request: AllowedRequest): string {
  requireAgents(realm)
  const channels = request.channels?.slice(0, MAX_CHOICES) ?? null
  if (channels?.some((id) => findReadableChannel(realm, actor, id) === undefined)) throw channelNotYours({})
  const code = realm.randomKey(CODE_LENGTH)
  const expires_at = realm.now() + CODE_SECONDS
  insertCode(realm, hashApiKey(code), {
    user_id: actor.user_id,
    request: { ...request, channels },
    agent_id: null,
    expires_at,
  })
  return code
}

type Exchange = { code: string; client_id: string; redirect_uri: string; code_verifier: string }

/**
 * Returns the tokens for a code; undefined if the code is not valid. A code works once: if it comes again, one of its two
 * senders is a thief, so the agent that received tokens for it ends.
 */
export function exchangeCode(
  realm: Realm,
  { code, client_id, redirect_uri, code_verifier }: Exchange,
): Tokens | undefined {
  const code_hash = hashApiKey(code)
  const row = findCode(realm, code_hash)
  if (row === undefined || realm.now() >= row.expires_at + USED_CODE_SECONDS) return undefined
  if (row.agent_id !== null) {
    const agent = findAgent(realm, row.agent_id)
    if (agent) endAgent(realm, agent, 'stolen_code')
    return undefined
  }
  const { user_id, request, expires_at } = row
  const isValid =
    realm.now() < expires_at &&
    request.client_id === client_id &&
    request.redirect_uri === redirect_uri &&
    provesChallenge(code_verifier, request.code_challenge)
  const user = findActiveUser(realm, user_id)
  if (!isValid || user === undefined) return undefined
  const { agent_id, tokens } = connectAgent(realm, user_id, request)
  writeCodeUse(realm, code_hash, agent_id)
  notifySecurityChange(realm, user, 'agent')
  return tokens
}

/**
 * Returns new tokens for a refresh token; undefined if it is not valid. Each works once: if an earlier one comes again, one of
 * its two senders is a thief, so the agent ends. An agent that wants more scopes keeps its tokens: it must ask its user.
 */
export function exchangeRefreshToken(
  realm: Realm,
  token: string,
  client_id: string,
): Tokens | 'interaction_required' | undefined {
  const parts = partsOf(token)
  const agent = parts && findAgentOfFamily(realm, hashApiKey(parts.family))
  if (parts === undefined || agent === undefined || (client_id !== '' && agent.client_id !== client_id))
    return undefined
  if (!sameSecret(agent.refresh_hash, hashApiKey(parts.part))) {
    endAgent(realm, agent, 'stolen_token')
    return undefined
  }
  if (isIdle(agent, realm.now()) || findActiveUser(realm, agent.user_id) === undefined) return undefined
  return wantsScopes(realm, agent.agent_id) ? 'interaction_required' : refreshTokens(realm, agent, parts.family)
}

/** Ends the agent that has a token, if one has. */
export function revokeToken(realm: Realm, token: string): void {
  const parts = partsOf(token)
  const agent_id = findToken(realm, hashApiKey(token))?.agent_id
  const agent = parts
    ? findAgentOfFamily(realm, hashApiKey(parts.family))
    : agent_id === undefined
      ? undefined
      : findAgent(realm, agent_id)
  if (agent) endAgent(realm, agent, 'revoked')
}

function findActiveUser(realm: ReadOnlyRealm, user_id: number): User | undefined {
  const user = findUser(realm, user_id)
  return user?.is_active && !realmRow(realm).is_deactivated ? user : undefined
}
