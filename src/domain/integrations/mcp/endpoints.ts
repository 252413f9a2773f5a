import { isNestedTooDeeply } from '../../../api/json-depth'
import { parseJson } from '../../../api/parse-json'
import { readBody } from '../../../api/read-fields'
import { endpoint, type Edge } from '../../../edge'
import { agents } from '../../people/agents/callers'
import { SCOPES } from '../../people/agents/scopes'
import { ownUrl } from '../../realm/settings/own-url'
import { answerRequest } from './answer-request'
import { errorMessage, insufficientScope, invalidRequest, parseError, resultMessage } from './json-rpc'
import { BATCH_MAX, readMessage } from './message-rules'
import { notJson, wrongHost } from './rules'
import type { AgentCaller } from './tool'

const BODY_BYTES_MAX = 256 * 1024

export const callTools = endpoint.file({
  route: 'POST site:/mcp',
  summary: 'Call tools as an agent of a user, by the Model Context Protocol.',
  note: 'The body is a message of JSON-RPC. Revision 2026-07-28 needs no session; clients of older revisions send `initialize`. The credential is an API key, as `Bearer` or `Basic`.',
  caller: agents,
  streams: 'any body',
  params: {},
  serves: {
    200: { description: 'The JSON-RPC response.' },
    202: { description: 'The message needs no response.', mayBeEmpty: true },
    400: { description: 'The message is not valid.' },
    404: { description: 'The method does not exist.' },
  },
  errors: [wrongHost, notJson],
  decide: (realm, { user_id }): AgentCaller => {
    // A page of another site can give its own name the address of this server, but cannot send this name.
    if (realm.client.realm_url !== ownUrl(realm)) throw wrongHost({ url: ownUrl(realm) })
    return { user_id, scopes: SCOPES }
  },
  serve: async (edge, caller) => {
    if (!/^application\/json\s*(?:;|$)/i.test(edge.request.headers.get('content-type') ?? '')) throw notJson({})
    const text = new TextDecoder().decode(await readBody(edge.request, BODY_BYTES_MAX))
    const body = isNestedTooDeeply(text) ? undefined : parseJson(text)
    if (body === undefined) return Response.json(errorMessage(null, parseError), { status: 400 })
    return Array.isArray(body) ? answerBatch(edge, caller, body) : answerMessage(edge, caller, body)
  },
})

async function answerMessage(edge: Edge, caller: AgentCaller, body: unknown): Promise<Response> {
  const message = readMessage(body, edge.request.headers)
  if ('needsNoAnswer' in message) return new Response(null, { status: 202 })
  if ('refused' in message)
    return Response.json(errorMessage(message.id, message.refused), { status: message.refused.status })
  const { id } = message.request
  const answer = await answerRequest(edge, caller, message.request)
  if ('result' in answer) return Response.json(resultMessage(id, answer.result))
  const refused = 'refused' in answer ? answer.refused : insufficientScope(answer.missingScope)
  return Response.json(errorMessage(id, refused), { status: refused.status })
}

/** Clients of the oldest revision send several messages at once. */
async function answerBatch(edge: Edge, caller: AgentCaller, batch: readonly unknown[]): Promise<Response> {
  const version = edge.request.headers.get('mcp-protocol-version')
  const isAllowed = version === null || version === '2025-03-26'
  if (!isAllowed || batch.length === 0 || batch.length > BATCH_MAX)
    return Response.json(errorMessage(null, invalidRequest('Not a batch of a revision with batches')), { status: 400 })
  const answers: unknown[] = []
  for (const message of batch) {
    const response = await answerMessage(edge, caller, message)
    if (response.status !== 202) answers.push(await response.json())
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers)
}
