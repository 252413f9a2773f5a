import { agentName, hashApiKey, ACCESS_TOKEN_PREFIX } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import type { Agent, AllowedRequest } from './agent'
import { ACCESS_TOKEN_SECONDS, AGENTS_PER_ACCOUNT, isIdle, PART_LENGTH, refreshToken } from './rules'
import { agentsOf, deleteAgent, deleteCodesOf, insertAgent, insertToken, writeAgentUse, writeRefresh } from './storage'

/** The tokens that a client receives. The realm stores only their hashes. */
export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }

type EndReason = 'revoked' | 'replaced' | 'idle' | 'account_changed' | 'stolen_code' | 'stolen_token'

/** Connects a client that a user allowed, and returns its number and its tokens. */
export function connectAgent(realm: Realm, user_id: number, request: AllowedRequest) {
  makeRoom(realm, user_id)
  const { client_id, client_name, redirect_uri, scopes, channels, resource } = request
  const [family, part] = [realm.randomKey(PART_LENGTH), realm.randomKey(PART_LENGTH)]
  const agent_id = insertAgent(realm, {
    user_id,
    client_id,
    client_name,
    scopes,
    channels,
    resource,
    host: new URL(redirect_uri).host,
    family_hash: hashApiKey(family),
    refresh_hash: hashApiKey(part),
    address: realm.client.address,
  })
  const details = { agent_id, client_name, scopes, channels: channels?.length ?? null }
  recordAudit(realm, 'agent_connected', { user_id }, details)
  return { agent_id, tokens: tokensOf(realm, { agent_id, scopes }, refreshToken(family, part)) }
}

/** Returns new tokens of an agent. Its earlier refresh token is no longer valid. */
export function refreshTokens(realm: Realm, agent: Agent, family: string): Tokens {
  const part = realm.randomKey(PART_LENGTH)
  writeRefresh(realm, agent.agent_id, hashApiKey(part))
  writeAgentUse(realm, agent.agent_id)
  return tokensOf(realm, agent, refreshToken(family, part))
}

function tokensOf(
  realm: Realm,
  { agent_id, scopes }: Pick<Agent, 'agent_id' | 'scopes'>,
  refresh_token: string,
): Tokens {
  const access_token = ACCESS_TOKEN_PREFIX + realm.randomKey(PART_LENGTH)
  insertToken(realm, agent_id, {
    token_hash: hashApiKey(access_token),
    expires_at: realm.now() + ACCESS_TOKEN_SECONDS,
  })
  return { access_token, refresh_token, expires_in: ACCESS_TOKEN_SECONDS, scope: scopes.join(' ') }
}

function makeRoom(realm: Realm, user_id: number): void {
  const [idle, active] = [true, false].map((isIdleAgent) =>
    agentsOf(realm, user_id).filter((agent) => isIdle(agent, realm.now()) === isIdleAgent),
  )
  for (const agent of idle!) endAgent(realm, agent, 'idle')
  const [oldest] = active!.toSorted((a, b) => a.used_at - b.used_at || a.agent_id - b.agent_id)
  if (active!.length >= AGENTS_PER_ACCOUNT && oldest) endAgent(realm, oldest, 'replaced')
}

/** Ends an agent: its tokens are no longer valid. */
export function endAgent(realm: Realm, { agent_id, user_id, client_name }: Agent, reason: EndReason): void {
  deleteAgent(realm, agent_id)
  recordAudit(realm, 'agent_ended', { user_id }, { agent_id, client_name, reason })
}

/** Ends all agents of a user, because the account was closed, or others may have used it. Its codes are no longer valid. */
export function endAgentsOf(realm: Realm, user_id: number): void {
  deleteCodesOf(realm, user_id)
  for (const agent of agentsOf(realm, user_id)) endAgent(realm, agent, 'account_changed')
}

/** The name under which clients see what the agent does. */
export const clientNameOf = ({ client_name }: Agent): string => agentName(client_name)
