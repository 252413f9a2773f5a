import { optional, shortText, text } from '../../../api/params'
import { readFields } from '../../../api/read-fields'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step, type Edge } from '../../../edge'
import { pageContext } from '../../../pages/context'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyoneOrUser, humans } from '../../people/users/callers'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import type { User } from '../../people/users/user'
import type { AllowedRequest } from '../../people/agents/agent'
import { agentsAreDisabled, areAgentsEnabled } from '../../people/agents/enabled'
import { allowAgent, choicesOf } from './actions'
import { isAddressOf, type OAuthClient } from './client-rules'
import { findClient } from './find-client'
import { consentPage, problemPage } from './pages'
import { channelNotYours, sessionNeeded } from './refusals'
import { resourceOf } from './resource'
import {
  answerAddress,
  grantIn,
  problemOfRequest,
  type AuthorizationParams,
  type RequestProblem,
} from './request-rules'

const params = {
  client_id: optional(shortText(), ''),
  redirect_uri: optional(text(500), ''),
  response_type: optional(text(20), ''),
  code_challenge: optional(text(200), ''),
  code_challenge_method: optional(text(20), ''),
  scope: optional(text(200), ''),
  state: optional(text(500), ''),
  resource: optional(text(500), ''),
}

const factsOf = (realm: ReadOnlyRealm) => ({
  letterhead: letterheadOf(realm),
  own_hosts: outsidePolicy(realm).own_hosts,
  resource: resourceOf(realm),
  areAgentsEnabled: areAgentsEnabled(realm),
})
type Facts = ReturnType<typeof factsOf>

type CheckedRequest = { client: OAuthClient } | { problem: RequestProblem | 'client' | 'redirect_uri' | 'disabled' }

async function checkRequest(
  edge: Edge,
  { own_hosts, resource, ...facts }: Facts,
  request: AuthorizationParams,
): Promise<CheckedRequest> {
  if (!facts.areAgentsEnabled) return { problem: 'disabled' }
  const client = await findClient(edge, request.client_id, own_hosts)
  if (client === undefined) return { problem: 'client' }
  if (!isAddressOf(client, request.redirect_uri)) return { problem: 'redirect_uri' }
  const problem = problemOfRequest(request, resource)
  return problem === undefined ? { client } : { problem }
}

export const openConsentPage = endpoint.file({
  route: 'GET site:/oauth/authorize',
  summary: 'The page on which a user allows an agent to use the account (OAuth 2.1).',
  note: 'A browser that is not logged in is first redirected to the page to log in. The client needs PKCE with S256.',
  caller: anyoneOrUser,
  params,
  serves: redirects('To the page to log in.'),
  errors: [],
  decide: (realm, actor) => ({
    ...factsOf(realm),
    // Only a session is a browser: a client with an API key cannot allow another one.
    user: realm.session.id === undefined || actor === undefined ? undefined : actor.delivery_email,
    channels: actor === undefined ? [] : choicesOf(realm, actor),
  }),
  serve: async (edge, { user, channels, ...facts }, request) => {
    if (user === undefined) {
      const { pathname, search } = new URL(edge.request.url)
      return redirectTo(`/login?${new URLSearchParams({ next: pathname + search }).toString()}`)
    }
    const at = pageContext(edge.request, facts.letterhead)
    const checked = await checkRequest(edge, facts, request)
    if ('problem' in checked) return problemPage(at, checked.problem)
    return consentPage(at, { client: checked.client, request, email: user, channels })
  },
})

const allow = step((realm: Realm, actor: User, request: AllowedRequest) => allowAgent(realm, actor, request))

const MAX_FORM_BYTES = 64 * 1024

export const submitConsentPage = endpoint.file({
  route: 'POST site:/oauth/authorize',
  summary: 'Allow an agent, or refuse it, with the form of the page. The response redirects to the client.',
  caller: humans,
  isForOwnPages: true,
  streams: 'any body',
  params: {},
  serves: redirects('To the client, with a code or with an error.'),
  errors: [sessionNeeded, agentsAreDisabled, channelNotYours],
  steps: { allow },
  decide: (realm) => {
    if (realm.session.id === undefined) throw sessionNeeded({})
    return factsOf(realm)
  },
  serve: async (edge, facts) => {
    const fields = await readFields(edge.request, new URL(edge.request.url), MAX_FORM_BYTES)
    const request = requestIn(fields)
    const at = pageContext(edge.request, facts.letterhead)
    const checked = await checkRequest(edge, facts, request)
    if ('problem' in checked) return problemPage(at, checked.problem)
    const { resource } = facts
    const iss = { iss: new URL(resource).origin }
    if (fields.has('refuse')) return redirectTo(answerAddress(request, { error: 'access_denied', ...iss }))
    const grant = grantIn(fields.keys())
    if (grant.scopes.length === 0) return problemPage(at, 'nothing')
    const { client_id, client_name } = checked.client
    const { redirect_uri, code_challenge } = request
    const allowed = { client_id, client_name, redirect_uri, code_challenge, resource, ...grant }
    return redirectTo(answerAddress(request, { code: await edge.ask(allow, allowed), ...iss }))
  },
})

/** Returns the parameters that the page repeats. They are checked again: a browser can change them. */
function requestIn(fields: ReadonlyMap<string, unknown>): AuthorizationParams {
  const value = (name: keyof AuthorizationParams) => {
    const field = fields.get(name)
    return typeof field === 'string' ? field.slice(0, 1000) : ''
  }
  return {
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    response_type: value('response_type'),
    code_challenge: value('code_challenge'),
    code_challenge_method: value('code_challenge_method'),
    scope: value('scope'),
    state: value('state'),
    resource: value('resource'),
  }
}
