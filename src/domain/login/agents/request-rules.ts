import { isWithinChannels, SCOPES, type Scope } from '../../people/agents/scopes'
import { scopesIn } from '../../people/agents/rules'

/** The parameters with which a client sends a user to the page. */
export type AuthorizationParams = {
  client_id: string
  redirect_uri: string
  response_type: string
  code_challenge: string
  code_challenge_method: string
  scope: string
  state: string
  resource: string
}

/** What the server expects of a request. */
export type RequestProblem = 'response_type' | 'code_challenge' | 'scope' | 'resource'

/** Returns what is wrong with a request of a known client; undefined if nothing is. */
export function problemOfRequest(request: AuthorizationParams, own_resource: string): RequestProblem | undefined {
  if (request.response_type !== 'code') return 'response_type'
  const { code_challenge, code_challenge_method } = request
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge)) return 'code_challenge'
  if (requestedScopes(request.scope).length === 0) return 'scope'
  return isResource(request.resource, own_resource) ? undefined : 'resource'
}

/** A client that names no scope asks for all that concern messages. */
export const requestedScopes = (scope: string): Scope[] =>
  scope === '' ? SCOPES.filter(isWithinChannels) : scopesIn(scope)

/** Returns whether a client asks for a token of this endpoint. Older clients do not name one. */
export const isResource = (resource: string, own_resource: string): boolean =>
  resource === '' || resource === own_resource || URL.parse(resource)?.href === own_resource

/** Returns the address at which the client receives the answer of the user. `iss` says which server it is from. */
export function answerAddress(
  { redirect_uri, state }: Pick<AuthorizationParams, 'redirect_uri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, ...(state === '' ? {} : { state }) }))
    url.searchParams.set(name, value)
  return url.href
}

const CHANNEL_FIELD = /^channel_(\d+)$/
const SCOPE_FIELD = /^scope_(.+)$/

/**
 * Returns what the user ticked on the page, which can be more than the agent asked for. Without a channel, the agent is limited to
 * none. With one, it has no scope that changes more than channels.
 */
export function grantIn(fields: Iterable<string>) {
  const names = [...fields]
  const scopes = new Set(names.flatMap((name) => SCOPE_FIELD.exec(name)?.[1] ?? []))
  const channels = names.flatMap((name) => {
    const id = CHANNEL_FIELD.exec(name)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  const ticked = SCOPES.filter((scope) => scopes.has(scope))
  return channels.length === 0
    ? { scopes: ticked, channels: null }
    : { scopes: ticked.filter(isWithinChannels), channels }
}
