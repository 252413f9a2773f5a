import { agentChallenge } from '../../../api/callers'
import { requestTooLarge } from '../../../api/errors'
import { isNestedTooDeeply } from '../../../api/json-depth'
import { parseJson } from '../../../api/parse-json'
import { readBody } from '../../../api/read-fields'
import { plainJson } from '../../../api/respond'
import { endpoint, step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { insertCall } from '../../people/agents/calls-storage'
import { agents } from '../../people/agents/callers'
import { agentsAreDisabled, requireAgents } from '../../people/agents/enabled'
import { noteMissingScope } from '../../people/agents/missing-scopes'
import { SCOPES } from '../../people/agents/scopes'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { answerRequest, type ToolCall } from './answer-request'
import { errorMessage, insufficientScope, invalidRequest, parseError, resultMessage } from './json-rpc'
import { MAX_BATCH, readMessage } from './message-rules'
import { notJson, wrongHost } from './rules'
import type { AgentCaller } from './tool'
import { countWriteOf } from './write-limit'

/** Notes what an agent did, for its user. */
const record = step((realm: Realm, { user_id }: User, call: ToolCall) =>
  insertCall(realm, user_id, { ...call, agent_id: realm.session.agent?.agent_id ?? null, client: realm.client.name }),
)

/** Notes that an agent needs another scope, which its user can allow. */
const noteRefusal = step((realm: Realm) => {
  const { agent } = realm.session
  if (agent) noteMissingScope(realm, agent.agent_id)
})

const countWrite = step((realm: Realm, { user_id }: User) => countWriteOf(realm, user_id))

const MAX_BODY_BYTES = 256 * 1024

export const callTools = endpoint.file({
  route: 'POST site:/mcp',
  summary: 'Call tools as an agent of a user, by the Model Context Protocol.',
  note: 'The body is a message of JSON-RPC. Revision 2026-07-28 needs no session; clients of older revisions send `initialize`. The credential is an access token, or an API key as `Bearer` or `Basic`.',
  caller: agents,
  streams: 'any body',
  params: {},
  serves: {
    200: { description: 'The JSON-RPC response.' },
    202: { description: 'The message needs no response.', mayBeEmpty: true },
    400: { description: 'The message is not valid.' },
    403: { description: 'The agent needs another scope.' },
    404: { description: 'The method does not exist.' },
  },
  errors: [wrongHost, notJson, agentsAreDisabled, requestTooLarge],
  steps: { record, noteRefusal, countWrite },
  decide: (realm, { user_id }): AgentCaller => {
    requireAgents(realm)
    // A page of another site can give its own name the address of this server, but cannot send this name.
    if (realm.client.realm_url !== ownUrl(realm)) throw wrongHost({ url: ownUrl(realm) })
    // A program with an API key has all rights of its user anyway.
    const { agent } = realm.session
    return {
      user_id,
      agent_id: agent?.agent_id ?? null,
      scopes: agent ? SCOPES.filter((scope) => agent.scopes.includes(scope)) : SCOPES,
    }
  },
  serve: async (edge, caller) => {
    if (!/^application\/json\s*(?:;|$)/i.test(edge.request.headers.get('content-type') ?? '')) throw notJson({})
    const text = new TextDecoder().decode(await readBody(edge.request, MAX_BODY_BYTES))
    const body = isNestedTooDeeply(text) ? undefined : parseJson(text)
    if (body === undefined) return plainJson(errorMessage(null, parseError), 400)
    return Array.isArray(body) ? answerBatch(edge, caller, body) : answerMessage(edge, caller, body)
  },
})

async function answerMessage(edge: Edge, caller: AgentCaller, body: unknown): Promise<Response> {
  const message = readMessage(body, edge.request.headers)
  if ('needsNoAnswer' in message) return new Response(null, { status: 202 })
  if ('refused' in message) return plainJson(errorMessage(message.id, message.refused), message.refused.status)
  const { id } = message.request
  const answer = await answerRequest(edge, { ...caller, countWrite: () => edge.ask(countWrite, {}) }, message.request)
  if (answer.called) await edge.ask(record, answer.called)
  if ('result' in answer) return plainJson(resultMessage(id, answer.result))
  if ('refused' in answer) return plainJson(errorMessage(id, answer.refused), answer.refused.status)
  await edge.ask(noteRefusal, {})
  const refused = insufficientScope(answer.missingScope)
  // A client asks for these scopes again, so those that it has are among them.
  const neededScopes = SCOPES.filter((scope) => scope === answer.missingScope || caller.scopes.includes(scope)).join(
    ' ',
  )
  const challenge = agentChallenge(new URL(edge.request.url), neededScopes, 'insufficient_scope')
  return plainJson(errorMessage(id, refused), 403, { 'www-authenticate': challenge })
}

/** Clients of the oldest revision send several messages at once. */
async function answerBatch(edge: Edge, caller: AgentCaller, batch: readonly unknown[]): Promise<Response> {
  const version = edge.request.headers.get('mcp-protocol-version')
  const isAllowed = version === null || version === '2025-03-26'
  if (!isAllowed || batch.length === 0 || batch.length > MAX_BATCH)
    return plainJson(errorMessage(null, invalidRequest('Not a batch of a revision with batches')), 400)
  const answers: unknown[] = []
  for (const message of batch) {
    const response = await answerMessage(edge, caller, message)
    if (response.status !== 202) answers.push(await response.json())
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : plainJson(answers)
}
