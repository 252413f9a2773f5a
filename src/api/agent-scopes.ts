import { agentHasNoAccess } from './callers'
import type { AnyEndpoint } from './endpoint'
import type { ApiError } from './errors'
import type { CallSession } from './realm-call'

/**
 * Returns the refusal of an agent for an endpoint that its user did not allow. An endpoint that declares no scope is for no
 * agent, so a new endpoint is closed to them.
 */
export function refusalOfAgent(
  { agent }: CallSession,
  { caller, agentScopes = [] }: AnyEndpoint,
): ApiError | undefined {
  if (agent === undefined || caller.isAgent) return undefined
  return agentScopes.some((scope) => agent.scopes.includes(scope)) ? undefined : agentHasNoAccess({})
}
