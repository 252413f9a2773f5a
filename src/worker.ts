import type { CallSession, RealmRefusal } from './api/realm-call'
import { decode, headerParams } from './api/decode'
import { serveDocumentation } from './api/documentation/serve'
import { ApiError, internalError, methodNotAllowed, pathNotFound } from './api/errors'
import { realmNameOf } from './api/hosts'
import { decodesBody, admitsBeforeBody } from './api/admit-before-body'
import { clientName, clientOf, productOf } from './api/client-facts'
import { agentChallenge, agentName, FIRST_SCOPES, isSession, KEY_PARAMETER } from './api/callers'
import { refusalOfOrigin, refusalOfSender } from './api/page-requests'
import { readFields, readQuery, type Fields } from './api/read-fields'
import { noteLatency } from './api/latencies'
import { logLine } from './api/log-line'
import { realmLocator } from './api/realm-locator'
import { credentialIn } from './api/request-credential'
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
import { isBelowJson, routerFor } from './api/routes'
import { isBelowScim, scimRefusal } from './api/scim'
import { setSessionCookie } from './api/session-cookie'
import { withMethodOverride, setTusHeaders } from './api/tus'
import { vendorFor } from './api/vendor-names'
import { deleteUnneededTexts, endpoints, reference } from './catalogue'
import { configOf, type Config, type Variables } from './config'
import { EdgeRequest } from './edge-request'
import { eventStream } from './events/event-stream'
import type { Transport } from './events/realm-listening'
import type { PictureService } from './images/platform'
import { receivePlatformEmail } from './platform-email'
import { GatewayObject } from './gateway-object'
import { RealmObject } from './realm-object'
import { databasesOf } from './store/databases'

export { GatewayObject, RealmObject }

type Env = Variables & {
  DB: D1Database
  FILES: R2Bucket
  IMAGES?: PictureService
  REALM: DurableObjectNamespace
  GATEWAY?: DurableObjectNamespace
  /** Receives a data point for each request, if the deployment has it. */
  ANALYTICS?: AnalyticsEngineDataset
}

type Handling = {
  url: URL
  config: Config
  request_id: string
  responseContext: ResponseContext
  session: CallSession
  began: number
  /** The route of the endpoint, as soon as it is known. */
  route?: string
}

const findRoute = routerFor(endpoints)

/**
 * The entry of the Worker, which receives every request. It finds the endpoint, decodes the parameters, prepares the work that
 * needs no decision, calls the realm, and presents the decision. It has no state, so the platform can run any number of Workers.
 */
export default {
  async fetch(originalRequest, env): Promise<Response> {
    const request = withMethodOverride(originalRequest)
    const config = configOf(env)
    const url = new URL(request.url)
    const request_id = crypto.randomUUID()
    const responseContext: ResponseContext = {
      vendor: vendorFor(request.headers.get('user-agent'), config.vendor),
      origin: request.headers.get('origin'),
      head: request.method === 'HEAD',
      isForOwnPages: isBelowJson(url),
      ...(isBelowScim(url) ? { writeRefusal: scimRefusal, challenge: 'Bearer realm="scim"' } : {}),
    }
    const session: CallSession = {}
    const handling: Handling = { url, config, request_id, responseContext, session, began: Date.now() }
    let response: Response
    try {
      response = await handle(request, env, handling)
    } catch (error) {
      if (error instanceof ApiError) response = refuse(responseContext, error.refusal)
      else {
        logLine('error', 'request_failed_at_edge', { request_id, realm: realmNameOf(url.hostname, config) }, error)
        response = refuse(responseContext, internalError({ request_id }).refusal)
      }
    }
    response.headers.set('x-request-id', request_id)
    const { development } = config
    if (session.cookie) setSessionCookie(response, session.cookie, { url, development })
    setTusHeaders(request, response)
    recordRequest(env, handling, response.status)
    return response
  },

  /** Runs each hour, for all realms. */
  async scheduled(_, env): Promise<void> {
    await deleteUnneededTexts(databasesOf(env), Math.floor(Date.now() / 1000))
  },

  email: receivePlatformEmail,
} satisfies ExportedHandler<Env>

/** Returns the response to a request. Throws some refusals as `ApiError`, for `fetch` to respond with. */
async function handle(request: Request, env: Env, handling: Handling): Promise<Response> {
  const { url, config, request_id, responseContext, session } = handling
  if (url.pathname === '/') return redirectTo('/api')
  const page = await serveDocumentation(request, url, responseContext, { reference, vendor: config.vendor })
  if (page) return page
  const match = await findRoute(request, url)
  if (match === undefined) throw pathNotFound({})
  if ('allowed_methods' in match) {
    if (request.method === 'OPTIONS') return respondToOptions(responseContext, match.allowed_methods)
    throw methodNotAllowed(match)
  }
  const { endpoint, path } = match
  handling.route = endpoint.route
  responseContext.writeRefusal ??= endpoint.writeRefusal
  if (endpoint.isForOwnPages || isBelowJson(url)) {
    const refusal = refusalOfSender(request, url)
    if (refusal) throw refusal
  }
  const { isAgent } = endpoint.caller
  if (isAgent) responseContext.challenge = challengeOf(request, url)
  const refusalOfAgent = isAgent ? refusalOfOrigin(request, url) : undefined
  if (refusalOfAgent) throw refusalOfAgent
  const { vendor } = responseContext
  const client = {
    request_id,
    ...clientOf(request, url, config),
    name: isAgent ? agentName(productOf(request)) : productOf(request),
    vendor,
  }
  const isListener = endpoint.kind === 'listener'
  const credential = isListener ? undefined : credentialIn({ request, url, endpoint, path, config })
  responseContext.isForOwnPages ||= isSession(credential)
  const ignored: string[] = []
  const realms = realmLocator(env.REALM, env.GATEWAY)
  const stores = { databases: databasesOf(env), bucket: env.FILES, pictures: env.IMAGES, realms }
  const edgeRequest = new EdgeRequest({
    endpoint,
    request,
    url,
    client,
    credential,
    session,
    ...stores,
    config,
    ignored,
  })
  const refused = admitsBeforeBody(endpoint, request, credential) ? await edgeRequest.admit() : undefined
  if (refused) return refuseCall(responseContext, refused)
  const decoded = await attempt(async () => {
    const fields = decodesBody(endpoint, request) ? await readFields(request, url, endpoint.bodyLimit) : readQuery(url)
    if (!isAgent) client.name = clientName(fields) ?? client.name
    // The credential is read already, and goes no further.
    if (endpoint.caller.acceptsKeyInAddress) fields.delete(KEY_PARAMETER)
    if (isListener) addLastEventId(request, fields)
    return decode(endpoint, fields, { ...path, ...headerParams(endpoint, request.headers) }, config.vendor)
  })
  if (decoded instanceof ApiError) return refuseCall(responseContext, await edgeRequest.refuse(decoded.refusal))
  ignored.push(...decoded.ignored)
  const { params } = decoded
  if (isListener) return listen(edgeRequest, params, responseContext)
  const answer = await edgeRequest.respond(params)
  noteLatency(client.realm_name, Date.now() - handling.began)
  if (!answer.ok) return refuseCall(responseContext, answer)
  const answerContext = { ...responseContext, vendor: endpoint.verbatim ? '' : vendor, rateLimit: answer.rateLimit }
  if ('response' in answer) return completeResponse(answerContext, answer.response)
  if ('members' in answer) return succeedWithMembers(answerContext, answer.members, ignored)
  return succeed(answerContext, answer.body, ignored)
}

/** Tells the log and the platform's analytics about a request, where the deployment wants it. */
function recordRequest({ ANALYTICS }: Env, { url, config, request_id, began, route = '' }: Handling, status: number) {
  if (ANALYTICS === undefined && !config.logs_requests) return
  const realm = realmNameOf(url.hostname, config) ?? ''
  const milliseconds = Date.now() - began
  ANALYTICS?.writeDataPoint({ indexes: [realm], blobs: [route, String(status)], doubles: [milliseconds] })
  if (config.logs_requests) logLine('info', 'request', { request_id, realm, route, status, milliseconds })
}

/** Returns the events that the client has not received, or a response that waits for them. */
async function listen(
  edgeRequest: EdgeRequest,
  params: Record<string, unknown>,
  responseContext: ResponseContext,
): Promise<Response> {
  const { request, ignored } = edgeRequest.context
  const transport = transportOf(request)
  const result = await edgeRequest.listen(params, transport)
  if ('refused' in result) return refuseCall(responseContext, result.refused)
  const listenContext = { ...responseContext, rateLimit: result.rateLimit }
  // A long poll receives JSON. So does every client with `dont_block`, over any transport.
  if ('answer' in result) return succeedWithText(listenContext, result.answer, ignored)
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
async function attempt<Result>(decodeRequest: () => Promise<Result>): Promise<Result | ApiError> {
  try {
    return await decodeRequest()
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
