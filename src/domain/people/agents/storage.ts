import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import type { Agent, AllowedRequest } from './agent'
import { CODES_PER_ACCOUNT, scopesIn, TOKENS_PER_AGENT, USED_CODE_SECONDS } from './rules'

type AgentRow = Omit<Agent, 'scopes' | 'channels'> & { scopes: string; channels: string | null }

const COLUMNS = sqlText`
  agent_id, user_id, client_id, client_name, host, scopes, channels, resource, refresh_hash, created_at, used_at, address`

const agentOf = ({ scopes, channels, ...row }: AgentRow): Agent => ({
  ...row,
  scopes: scopesIn(scopes),
  channels: channels === null ? null : JSON.parse(channels),
})

const agentCache = cacheKeyById<number, Agent | undefined>()

export const findAgent = (realm: ReadOnlyRealm, agent_id: number): Agent | undefined =>
  realm.cache.get(agentCache(agent_id), () => {
    const row = realm.sql.maybe<AgentRow>`SELECT ${COLUMNS} FROM agents WHERE agent_id = ${agent_id}`
    return row && agentOf(row)
  })

/** Returns the agents of a user, the oldest first. */
export const agentsOf = (realm: ReadOnlyRealm, user_id: number): Agent[] =>
  realm.sql.all<AgentRow>`SELECT ${COLUMNS} FROM agents WHERE user_id = ${user_id} ORDER BY agent_id`.map(agentOf)

export const findAgentOfFamily = (realm: ReadOnlyRealm, family_hash: string): Agent | undefined => {
  const row = realm.sql.maybe<AgentRow>`SELECT ${COLUMNS} FROM agents WHERE family_hash = ${family_hash}`
  return row && agentOf(row)
}

export type NewAgent = Omit<Agent, 'agent_id' | 'created_at' | 'used_at'> & { family_hash: string }

/** Returns the number of the new agent. */
export function insertAgent(realm: Realm, agent: NewAgent): number {
  const now = realm.now()
  const channels = agent.channels === null ? null : JSON.stringify(agent.channels)
  return realm.sql.one<{ agent_id: number }>`
    INSERT INTO agents (user_id, client_id, client_name, host, scopes, channels, resource, family_hash, refresh_hash,
                        created_at, used_at, address)
    VALUES (${agent.user_id}, ${agent.client_id}, ${agent.client_name}, ${agent.host}, ${agent.scopes.join(' ')},
            ${channels}, ${agent.resource}, ${agent.family_hash}, ${agent.refresh_hash}, ${now}, ${now}, ${agent.address})
    RETURNING agent_id`.agent_id
}

export function writeAgentUse(realm: Realm, agent_id: number): void {
  realm.sql.run`
    UPDATE agents SET used_at = ${realm.now()}, address = ${realm.client.address} WHERE agent_id = ${agent_id}`
  realm.cache.invalidate(agentCache(agent_id))
}

export function writeRefresh(realm: Realm, agent_id: number, refresh_hash: string): void {
  realm.sql.run`UPDATE agents SET refresh_hash = ${refresh_hash} WHERE agent_id = ${agent_id}`
  realm.cache.invalidate(agentCache(agent_id))
}

/** Deletes an agent and its tokens. */
export function deleteAgent(realm: Realm, agent_id: number): void {
  realm.sql.run`DELETE FROM agents WHERE agent_id = ${agent_id}`
  realm.sql.run`DELETE FROM agent_tokens WHERE agent_id = ${agent_id}`
  realm.cache.invalidate(agentCache(agent_id))
}

/** Adds an access token. Deletes the tokens of the agent that expired, and the oldest ones above the limit. */
export function insertToken(realm: Realm, agent_id: number, token: { token_hash: string; expires_at: number }): void {
  realm.sql.run`
    DELETE FROM agent_tokens WHERE agent_id = ${agent_id} AND token_hash NOT IN (
      SELECT token_hash FROM agent_tokens WHERE agent_id = ${agent_id} AND expires_at > ${realm.now()}
      ORDER BY expires_at DESC LIMIT ${TOKENS_PER_AGENT - 1})`
  realm.sql.run`
    INSERT INTO agent_tokens (token_hash, agent_id, expires_at)
    VALUES (${token.token_hash}, ${agent_id}, ${token.expires_at})`
}

type TokenRow = { agent_id: number; expires_at: number }

/** Finds a token by its hash: the time of the lookup reveals nothing about a token. */
export const findToken = (realm: ReadOnlyRealm, token_hash: string): TokenRow | undefined =>
  realm.sql.maybe<TokenRow>`SELECT agent_id, expires_at FROM agent_tokens WHERE token_hash = ${token_hash}`

/** Returns when the newest access token of an agent ends. */
export const newestTokenEnd = (realm: ReadOnlyRealm, agent_id: number): number =>
  realm.sql.one<{ newest: number }>`
    SELECT coalesce(max(expires_at), 0) AS newest FROM agent_tokens WHERE agent_id = ${agent_id}`.newest

export type CodeRow = { user_id: number; request: AllowedRequest; agent_id: number | null; expires_at: number }

/** Adds a code. Deletes the codes of the user that expired, and the oldest ones above the limit. */
export function insertCode(realm: Realm, code_hash: string, { user_id, request, expires_at }: CodeRow): void {
  realm.sql.run`
    DELETE FROM agent_codes WHERE user_id = ${user_id} AND code_hash NOT IN (
      SELECT code_hash FROM agent_codes
      WHERE user_id = ${user_id} AND expires_at > ${realm.now() - USED_CODE_SECONDS}
      ORDER BY expires_at DESC LIMIT ${CODES_PER_ACCOUNT - 1})`
  realm.sql.run`
    INSERT INTO agent_codes (code_hash, user_id, request, agent_id, expires_at)
    VALUES (${code_hash}, ${user_id}, ${JSON.stringify(request)}, NULL, ${expires_at})`
}

export function findCode(realm: ReadOnlyRealm, code_hash: string): CodeRow | undefined {
  const row = realm.sql.maybe<Omit<CodeRow, 'request'> & { request: string }>`
    SELECT user_id, request, agent_id, expires_at FROM agent_codes WHERE code_hash = ${code_hash}`
  return row && { ...row, request: JSON.parse(row.request) }
}

export const writeCodeUse = (realm: Realm, code_hash: string, agent_id: number): void =>
  realm.sql.run`UPDATE agent_codes SET agent_id = ${agent_id} WHERE code_hash = ${code_hash}`

export const deleteCodesOf = (realm: Realm, user_id: number): void =>
  realm.sql.run`DELETE FROM agent_codes WHERE user_id = ${user_id}`
