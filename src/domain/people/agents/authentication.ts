import { invalidToken, type AccessTokenCredential } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { getActiveUser } from '../users/authentication'
import type { User } from '../users/user'
import { clientNameOf } from './actions'
import { isIdle, USE_IS_WRITTEN_EVERY_SECONDS } from './rules'
import { findAgent, findToken, writeAgentUse } from './storage'

/** Returns the user of an agent, limited to what the user allowed it, and notes the agent in the call. Throws `invalidToken`. */
export function getUserOfAgent(realm: Realm, { token_hash, resource }: AccessTokenCredential): User {
  const token = findToken(realm, token_hash)
  const agent = token && findAgent(realm, token.agent_id)
  if (token === undefined || agent === undefined) throw invalidToken({})
  const { agent_id, scopes, channels } = agent
  if (realm.now() >= token.expires_at || isIdle(agent, realm.now()) || agent.resource !== resource)
    throw invalidToken({})
  realm.session.agent = { agent_id, scopes, channels }
  realm.session.user_id = agent.user_id
  const user = getActiveUser(realm, agent.user_id)
  if (realm.now() >= agent.used_at + USE_IS_WRITTEN_EVERY_SECONDS) writeAgentUse(realm, agent_id)
  realm.client = { ...realm.client, name: clientNameOf(agent) }
  return user
}
