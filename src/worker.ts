import type { Refused } from './api/realm-call'
import { decode, headerParams } from './api/decode'
import { serveDocumentation } from './api/documentation/serve'
import { ApiError, internalError, methodNotAllowed, pathNotFound } from './api/errors'
import { realmNameOf } from './api/hosts'
import { decodesBody, admitsBeforeBody } from './api/admit-before-body'
import { networkOf } from './api/network-address'
import { readFields, readQuery, type Fields } from './api/read-fields'
import { realmLocator } from './api/realm-locator'
import { passOn, redirectTo, options, refuse, succeed, succeedWithJson, type ResponseContext } from './api/respond'
import { routesOf } from './api/routes'
import { withMethodOverride, setTusHeaders } from './api/tus'
import { vendorFor } from './api/vendor-names'
import { endpoints, reference } from './catalogue'
import { readConfig, type Config, type Variables } from './config'
import { credentialIn, EdgeRequest } from './edge-request'
import { eventStream } from './events/event-stream'
import type { Transport } from './events/realm-listening'
import { RealmObject } from './realm-object'

export { RealmObject }

type Env = Variables & { DB: D1Database; FILES: R2Bucket; REALM: DurableObjectNamespace }

type Visit = { config: Config; request_id: string; reply: ResponseContext }

const find = routesOf(endpoints)

/**
 * The outer door. It matches a request to its endpoint, decodes it, prepares what needs no decision, asks the realm, and
 * presents what the realm decided. It keeps nothing, so there can be as many of it as there are requests.
 */
export default {
  async fetch(asked, env): Promise<Response> {
    const request = withMethodOverride(asked)
    const config = readConfig(env)
    const request_id = crypto.randomUUID()
    const reply: ResponseContext = {
      vendor: vendorFor(request.headers.get('user-agent'), config.vendor),
      origin: request.headers.get('origin'),
      head: request.method === 'HEAD',
    }
    let response: Response
    try {
      response = await serve(request, env, { config, request_id, reply })
    } catch (error) {
      if (error instanceof ApiError) response = refuse(reply, error.refusal)
      else {
        console.error(
          `Request ${request_id}: ${request.method} ${new URL(request.url).pathname} failed at the edge`,
          error,
        )
        response = refuse(reply, internalError({ request_id }).refusal)
      }
    }
    response.headers.set('x-request-id', request_id)
    setTusHeaders(request, response)
    return response
  },
} satisfies ExportedHandler<Env>

async function serve(request: Request, env: Env, { config, request_id, reply }: Visit): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === '/') return redirectTo('/api')
  const page = await serveDocumentation(request, reply, { reference, vendor: config.vendor })
  if (page) return page
  const match = await find(request, url)
  if (match === undefined) throw pathNotFound({})
  if ('allowed_methods' in match) {
    if (request.method === 'OPTIONS') return options(reply, match.allowed_methods)
    throw methodNotAllowed(match)
  }
  const { endpoint, path } = match
  const { vendor } = reply
  const client = { request_id, ...clientOf(request, url, config), name: productOf(request), vendor }
  const isListener = endpoint.kind === 'listener'
  const credential = isListener ? undefined : credentialIn(request, endpoint, config)
  const ignored: string[] = []
  const stores = { database: env.DB, bucket: env.FILES, realms: realmLocator(env.REALM) }
  const edgeRequest = new EdgeRequest({ endpoint, request, url, client, credential, ...stores, config, ignored })
  const refused = admitsBeforeBody(endpoint, request, credential) ? await edgeRequest.knock() : undefined
  if (refused) return refusal(reply, refused)
  const decoded = await attempt(async () => {
    const fields = decodesBody(endpoint, request) ? await readFields(request, url, endpoint.bodyLimit) : readQuery(url)
    client.name = clientName(fields) ?? client.name
    if (isListener) resume(request, fields)
    return decode(endpoint, fields, { ...path, ...headerParams(endpoint, request.headers) }, config.vendor)
  })
  if (decoded instanceof ApiError) return refusal(reply, await edgeRequest.complain(decoded.refusal))
  ignored.push(...decoded.ignored)
  const { params } = decoded
  if (isListener) return listen(edgeRequest, params, reply)
  const answer = await edgeRequest.answer(params)
  if (!answer.ok) return refusal(reply, answer)
  const answering = { ...reply, vendor: endpoint.verbatim ? '' : vendor, rateLimit: answer.rateLimit }
  return 'response' in answer ? passOn(answering, answer.response) : succeed(answering, answer.body, ignored)
}

async function listen(
  edgeRequest: EdgeRequest,
  params: Record<string, unknown>,
  reply: ResponseContext,
): Promise<Response> {
  const { request, ignored } = edgeRequest.context
  const way = wayOf(request)
  const heard = await edgeRequest.listen(params, way)
  if ('refused' in heard) return refusal(reply, heard.refused)
  const allowed = { ...reply, rateLimit: heard.rateLimit }
  // Whoever does not want to wait is told what there is, and in one way only.
  if ('json' in heard) return succeedWithJson(allowed, heard.json, ignored)
  if (way === 'socket') return new Response(null, { status: 101, webSocket: heard.socket })
  return passOn(allowed, eventStream(heard.socket, reply.vendor, request.signal))
}

const wayOf = ({ headers }: Request): Transport => {
  if (headers.get('upgrade')?.toLowerCase() === 'websocket') return 'socket'
  return headers.get('accept')?.includes('text/event-stream') ? 'stream' : 'poll'
}

/** A browser that was cut off asks again as before, and says in a header what it has by now. */
function resume(request: Request, fields: Fields) {
  const last = request.headers.get('last-event-id')
  if (last !== null && wayOf(request) === 'stream') fields.set('last_event_id', last)
}

async function attempt<Result>(what: () => Promise<Result>): Promise<Result | ApiError> {
  try {
    return await what()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const refusal = (reply: ResponseContext, { refusal: refused, rateLimit }: Refused) =>
  refuse({ ...reply, rateLimit }, refused)

const clientOf = (request: Request, url: URL, config: Config) => ({
  address: networkOf(request.headers.get('cf-connecting-ip') ?? 'unknown'),
  realm_url: url.origin,
  realm_name: realmNameOf(url.hostname, config) ?? '',
})

const MOST_CHARACTERS_OF_CLIENT = 30

/** The product that speaks: as it says in a field, or else in its header. */
function clientName(fields: Fields): string | undefined {
  const said = fields.get('client')
  return typeof said === 'string' && said !== '' ? said.slice(0, MOST_CHARACTERS_OF_CLIENT) : undefined
}

const productOf = ({ headers }: Request): string =>
  (/^[^/\s(]+/.exec(headers.get('user-agent') ?? '')?.[0] ?? 'Unspecified').slice(0, MOST_CHARACTERS_OF_CLIENT)
