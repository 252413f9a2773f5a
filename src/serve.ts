import type { RealmRefusal } from './api/realm-call'
import { decode, headerParams } from './api/decode'
import type { AnyEndpoint } from './api/endpoint'
import { serveDocumentation } from './api/documentation/serve'
import { ApiError, internalError, methodNotAllowed, pathNotFound } from './api/errors'
import { realmNameOf } from './api/hosts'
import { decodesBody, admitsBeforeBody, hasSmallBody } from './api/admit-before-body'
import { clientName, withClientPlace } from './api/client-facts'
import { agentChallenge, FIRST_SCOPES, isSession, KEY_PARAMETER, needsSocket } from './api/callers'
import { recordAnswered } from './api/check-declaration'
import { refusalOfOrigin, refusalOfSender } from './api/page-requests'
import { readFields, readQuery, type Fields } from './api/read-fields'
import { noteLatency } from './api/latencies'
import { logLine } from './api/log-line'
import {
  completeResponse,
  redirectTo,
  respondToOptions,
  refuse,
  succeed,
  succeedWithMembers,
  succeedWithText,
  type ResponseContext,
} from './api/respond'
import { isBelowJson, routerFor, type FoundEndpoint } from './api/routes'
import { isBelowScim, scimRefusal } from './api/scim'
import { setSessionCookie } from './api/session-cookie'
import { withMethodOverride, setTusHeaders } from './api/tus'
import { traced } from './api/traced'
import { vendorFor } from './api/vendor-names'
import { PARLEY_VERSION } from './domain/realm/settings/limits'
import { endpoints, reference } from './catalogue'
import { configOf, type Config } from './config'
import { EdgeRequest } from './edge-request'
import { eventStream } from './events/event-stream'
import type { Transport } from './events/realm-listening'
import { unknownPathPage } from './pages/missing-page'
import { requestContext, type Env, type Handling } from './request-context'
import { randomUuid } from './store/randomness'

const findRoute = routerFor(endpoints)
type Decoded = ReturnType<typeof decode>
type Params = Decoded['params']

/**
 * Returns the response to a request. Finds the endpoint, decodes the parameters, prepares the work that needs no decision, calls the
 * realm, and presents the decision. `neighbor`: the configuration of the realm's neighbor,
 * which answers the request itself.
 */
export async function serve(sent: Request, env: Env, neighbor?: Config): Promise<Response> {
  const request = withMethodOverride(sent)
  const config = neighbor ?? configOf(env)
  const url = new URL(request.url)
  const request_id = randomUuid()
  const responseContext: ResponseContext = {
    vendor: vendorFor(request.headers.get('user-agent'), config.vendor),
    origin: request.headers.get('origin'),
    head: request.method === 'HEAD',
    isForOwnPages: isBelowJson(url),
    ...(isBelowScim(url) ? { writeRefusal: scimRefusal, challenge: 'Bearer realm="scim"' } : {}),
  }
  const realm_name = realmNameOf(url.hostname, config)
  const began = Date.now()
  const handling: Handling = {
    url,
    realm_name,
    config,
    request_id,
    responseContext,
    session: {},
    began,
    isBesideRealm: neighbor !== undefined,
  }
  const response = await traced('parley.request', { request_id }, async (note) => {
    const answered = await handle(request, env, handling).catch((error: unknown) => refuseAfter(error, handling))
    note({ route: handling.route, realm: realm_name, status: answered.status })
    return answered
  })
  if (!handling.isAnsweredBesideRealm) complete(request, response, handling)
  if (!handling.isBesideRealm) recordRequest(env, handling, response.status)
  return response
}

/** Returns the response after an error: a refusal, or a bug, which the log tells. */
function refuseAfter(error: unknown, { responseContext, request_id, realm_name }: Handling): Response {
  if (error instanceof ApiError) return refuse(responseContext, error.refusal)
  logLine('error', 'request_failed_at_edge', { request_id, realm: realm_name }, error)
  return refuse(responseContext, internalError({ request_id }).refusal)
}

/** Sets the headers of a response that do not depend on the endpoint. The neighbor has set them in its own. */
function complete(request: Request, response: Response, { url, config, request_id, session }: Handling) {
  response.headers.set('x-request-id', request_id)
  const { development } = config
  if (session.cookie) setSessionCookie(response, session.cookie, { url, development })
  setTusHeaders(request, response)
}

/** Returns the response to a request. Throws some refusals as `ApiError`, for `fetch` to respond with. */
async function handle(request: Request, env: Env, handling: Handling): Promise<Response> {
  const { url, config, responseContext } = handling
  if (url.pathname === '/') return redirectTo('/api')
  const page = await serveDocumentation(request, url, responseContext, {
    reference,
    vendor: config.vendor,
    build: { version: PARLEY_VERSION, bundle_sha256: config.bundle_sha256 },
  })
  if (page) return page
  const match = await findRoute(request, url)
  if (match === undefined) {
    const missing = unknownPathPage(request, url)
    if (missing) return missing
    throw pathNotFound({})
  }
  if ('allowed_methods' in match) {
    if (request.method === 'OPTIONS') return respondToOptions(responseContext, match.allowed_methods)
    throw methodNotAllowed(match)
  }
  return respondAt(match, request, env, handling)
}

/** Returns the response of an endpoint. Throws the refusal of a sender that may not call it. */
async function respondAt(
  { endpoint, path }: FoundEndpoint,
  request: Request,
  env: Env,
  handling: Handling,
): Promise<Response> {
  const { url, responseContext } = handling
  handling.route = endpoint.route
  responseContext.writeRefusal ??= endpoint.writeRefusal
  if (endpoint.caller.isAgent) responseContext.challenge = challengeOf(request, url)
  const refusal = refusalOf(endpoint, request, url)
  if (refusal) throw refusal
  const edgeRequest = new EdgeRequest(requestContext({ endpoint, path }, request, env, handling))
  const { credential } = edgeRequest.context
  responseContext.isForOwnPages ||= isSession(credential)
  if (endpoint.steps && !endpoint.needsSteps) {
    const answered = await answerBesideRealm(edgeRequest, handling)
    if (answered) return answered
  }
  const refused = admitsBeforeBody(endpoint, request, credential) ? await edgeRequest.admit() : undefined
  if (refused) return refuseCall(responseContext, refused)
  const decoded = await attempt(() => traced('parley.decode', {}, () => decodeRequest(edgeRequest, path)))
  if (decoded instanceof ApiError) return refuseCall(responseContext, await edgeRequest.refuse(decoded.refusal))
  edgeRequest.context.ignored.push(...decoded.ignored)
  if (endpoint.needsSteps?.(decoded.params)) {
    const answered = await answerBesideRealm(edgeRequest, handling)
    if (answered) return answered
  }
  const respond = endpoint.kind === 'listener' ? listen : decide
  return respond(edgeRequest, decoded.params, handling)
}

/** Lets the realm's neighbor answer the request. Returns undefined if this is the neighbor, or if the deployment has none. */
async function answerBesideRealm({ context }: EdgeRequest, handling: Handling): Promise<Response | undefined> {
  const { realms, client, endpoint, request } = context
  if (handling.isBesideRealm || client.realm_name === '') return undefined
  // The realm admits the sender of a large body before any of it is read. An endpoint that streams it asks the realm first.
  if (!endpoint.streams && !hasSmallBody(request)) return undefined
  const response = await realms.fetchBeside(client.realm_name, () => withClientPlace(request, client))
  handling.isAnsweredBesideRealm = response !== undefined
  if (response) noteLatency(client.realm_name, Date.now() - handling.began)
  return response
}

/** Returns the refusal of a page that may not call the endpoint. */
function refusalOf(endpoint: AnyEndpoint, request: Request, url: URL): ApiError | undefined {
  const refusal = endpoint.isForOwnPages || isBelowJson(url) ? refusalOfSender(request, url) : undefined
  return refusal ?? (endpoint.caller.isAgent ? refusalOfOrigin(request, url) : undefined)
}

/** Returns the parameters of a request. Throws if they are malformed or too large. */
async function decodeRequest({ context }: EdgeRequest, path: FoundEndpoint['path']): Promise<Decoded> {
  const { endpoint, request, url, client, config } = context
  const fields = decodesBody(endpoint, request) ? await readFields(request, url, endpoint.bodyLimit) : readQuery(url)
  if (!endpoint.caller.isAgent) client.name = clientName(fields) ?? client.name
  // The credential is read already, and goes no further.
  if (endpoint.caller.acceptsKeyInAddress) fields.delete(KEY_PARAMETER)
  if (endpoint.kind === 'listener') addLastEventId(request, fields)
  return decode(endpoint, fields, { ...path, ...headerParams(endpoint, request.headers) }, config.vendor)
}

/** Returns the response with the decision of the realm. */
async function decide(edgeRequest: EdgeRequest, params: Params, handling: Handling): Promise<Response> {
  const { responseContext, began, isBesideRealm } = handling
  const { client, endpoint, ignored } = edgeRequest.context
  const answer = await edgeRequest.respond(params)
  if (!isBesideRealm) noteLatency(client.realm_name, Date.now() - began)
  if (!answer.ok) return refuseCall(responseContext, answer)
  const vendor = endpoint.verbatim ? '' : client.vendor
  const answerContext = { ...responseContext, vendor, rateLimit: answer.rateLimit }
  if ('response' in answer) return completeResponse(answerContext, answer.response)
  if ('members' in answer) return succeedWithMembers(answerContext, answer.members, ignored)
  return succeed(answerContext, answer.body, ignored)
}

/** Tells the log and the platform's analytics about a request, where the deployment wants it. */
function recordRequest({ ANALYTICS }: Env, handling: Handling, status: number) {
  const { realm_name: realm = '', config, request_id, began, route = '' } = handling
  if (ANALYTICS === undefined && !config.logs_requests) return
  const milliseconds = Date.now() - began
  ANALYTICS?.writeDataPoint({ indexes: [realm], blobs: [route, String(status)], doubles: [milliseconds] })
  if (config.logs_requests) logLine('info', 'request', { request_id, realm, route, status, milliseconds })
}

/** Returns the events that the client has not received, or a response that waits for them. */
async function listen(edgeRequest: EdgeRequest, params: Params, { responseContext }: Handling): Promise<Response> {
  const { request, ignored, endpoint, config } = edgeRequest.context
  const transport = transportOf(request)
  if (endpoint.socket && transport !== 'socket')
    return refuseCall(responseContext, await edgeRequest.refuse(needsSocket({}).refusal))
  const result = await edgeRequest.listen(params, transport)
  if ('refused' in result) return refuseCall(responseContext, result.refused)
  const listenContext = { ...responseContext, rateLimit: result.rateLimit }
  // A long poll receives JSON. So does every client with `dont_block`, over any transport.
  if ('answer' in result) return succeedWithText(listenContext, result.answer, ignored)
  if (config.check_declarations) recordAnswered(endpoint)
  if (transport === 'socket') return new Response(null, { status: 101, webSocket: result.socket })
  return completeResponse(listenContext, eventStream(result.socket, request.signal))
}

const transportOf = ({ headers }: Request): Transport => {
  if (headers.get('upgrade')?.toLowerCase() === 'websocket') return 'socket'
  return headers.get('accept')?.includes('text/event-stream') ? 'stream' : 'poll'
}

/** A browser that reconnects repeats its first address. Its last event is only in a header. */
function addLastEventId(request: Request, fields: Fields) {
  const last = request.headers.get('last-event-id')
  if (last !== null && transportOf(request) === 'stream') fields.set('last_event_id', last)
}

/** Returns the result, or the `ApiError` that the function throws. */
async function attempt<Result>(act: () => Promise<Result>): Promise<Result | ApiError> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const refuseCall = (responseContext: ResponseContext, { refusal, rateLimit }: RealmRefusal) =>
  refuse({ ...responseContext, rateLimit }, refusal)

/** Returns how an agent gets a token. If it has sent one, the token is not valid. */
const challengeOf = ({ headers }: Request, url: URL): string =>
  agentChallenge(url, FIRST_SCOPES, headers.has('authorization') ? 'invalid_token' : undefined)
