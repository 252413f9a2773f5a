import type { ServedResponse } from './endpoint'
import type { Refusal } from './errors'
import type { LoadablePiece } from './json-text'
import { bodyOfPieces } from './piece-stream'
import type { RateLimitStatus } from './rate-limit'
import { inVendorSpelling } from './vendor-names'

/** The facts about a request on which the form of its response depends. This file makes all responses of the server. */
export type ResponseContext = {
  /** The vendor whose spellings this client receives (vendor-names.ts). Empty: only those of the specification. */
  vendor: string
  origin: string | null
  rateLimit?: RateLimitStatus
  head?: boolean
  /** The cookie authenticates the request, or could: only pages of this realm may read the response. */
  isForOwnPages?: boolean
  /** The header `WWW-Authenticate` for a client that speaks OAuth. */
  challenge?: string
  /** Returns the response for a refusal, if the endpoint has clients of another protocol. */
  writeRefusal?: (refusal: Refusal) => Response
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  // A cache between server and client must never give the answer for one user to another.
  'cache-control': 'private, no-store',
  vary: 'Authorization, Cookie, Origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

/** The platform copies these in two thirds of the time that it takes for an object. */
const JSON_HEADERS = new Headers(HEADERS)

const ALLOWED_REQUEST_HEADERS =
  'Authorization, Content-Type, Accept, User-Agent, Last-Event-ID, Range, If-None-Match, If-Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, Upload-Checksum, X-HTTP-Method-Override'
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Allow, X-Request-Id, ETag, Content-Range, Location, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires'

/** Returns a successful response with these fields. */
export function succeed(context: ResponseContext, body: object, ignored: readonly string[] = []): Response {
  const envelope = { result: 'success', msg: '', ...body }
  return answer(context, 200, ignored.length ? { ...envelope, ignored_parameters_unsupported: ignored } : envelope)
}

/** Returns the text of a successful answer with the fields in `json`, the text of an object. The server encodes an event only once. */
export const successText = (json: string, vendor: string): string =>
  inVendorSpelling(`{"result":"success","msg":"",${json.slice(1)}`, vendor)

/**
 * Returns a successful response with a `successText`. As a stream it is the body of the realm's own response: the platform then
 * copies the bytes, and no code of the Worker runs for them.
 */
export async function succeedWithText(
  context: ResponseContext,
  text: string | ReadableStream,
  ignored: readonly string[] = [],
): Promise<Response> {
  if (ignored.length === 0) return respondWithJson(context, 200, text)
  const whole = typeof text === 'string' ? text : await new Response(text).text()
  const more = `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`
  return respondWithJson(context, 200, whole.slice(0, -1) + more)
}

/** Returns a successful response with these members of an object. */
export function succeedWithMembers(
  context: ResponseContext,
  members: readonly LoadablePiece[],
  ignored: readonly string[] = [],
): Response {
  const more = ignored.length ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  const spelled = members.map((piece) => {
    if (typeof piece === 'string') return inVendorSpelling(piece, context.vendor)
    return typeof piece === 'function' ? piece : piece.json
  })
  return respondWithJson(context, 200, bodyOfPieces(['{"result":"success","msg":"",', ...spelled, `${more}}`]))
}

/** Returns a response that is not JSON with the usual headers. It keeps its own `cache-control`, if it has one. */
export function completeResponse(context: ResponseContext, served: Response): Response {
  const response = new Response(context.head ? null : served.body, served)
  for (const [name, value] of Object.entries(HEADERS))
    if (name !== 'content-type' && !response.headers.has(name)) response.headers.set(name, value)
  setContextHeaders(response.headers, context)
  return response
}

/** Returns the response for a refusal. */
export function refuse(context: ResponseContext, refusal: Refusal): Response {
  const { code, msg, fields, status } = refusal
  const response = context.writeRefusal
    ? completeResponse(context, context.writeRefusal(refusal))
    : answer(context, status, { result: 'error', msg, code, ...fields })
  // For `Basic`, a browser would ask the user for a password.
  const challenge = context.challenge ?? (context.isForOwnPages ? 'Session realm="svc"' : 'Basic realm="svc"')
  if (response.status === 401) response.headers.set('www-authenticate', challenge)
  if (Array.isArray(fields.allowed_methods)) response.headers.set('allow', fields.allowed_methods.join(', '))
  if (typeof fields['retry-after'] === 'number')
    response.headers.set('retry-after', String(Math.ceil(fields['retry-after'])))
  return response
}

/** Returns the declaration of an endpoint that responds with `redirectTo`. */
export const redirects = (description: string): Record<number, ServedResponse> => ({
  302: { description, headers: ['Location'] },
})

/** Returns a redirect to another address. */
export const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** Returns a response of another protocol than the API's: JSON without the usual envelope. */
export const plainJson = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': HEADERS['content-type'], ...headers } })

/** Returns the response to OPTIONS: the methods of a path. Browsers request it before they send a request of another site. */
export function respondToOptions(context: ResponseContext, allowed: readonly string[]): Response {
  const response = new Response(null, {
    status: 204,
    headers: { allow: allowed.join(', '), 'cache-control': 'no-store' },
  })
  if (!context.isForOwnPages) allowOrigin(response.headers, context.origin)
  response.headers.set('access-control-allow-methods', allowed.join(', '))
  response.headers.set('access-control-allow-headers', ALLOWED_REQUEST_HEADERS)
  response.headers.set('access-control-max-age', '86400')
  return response
}

const answer = (context: ResponseContext, status: number, body: object): Response =>
  answerWithJson(context, status, JSON.stringify(body))

function answerWithJson(context: ResponseContext, status: number, text: string): Response {
  return respondWithJson(context, status, inVendorSpelling(text, context.vendor))
}

function respondWithJson(context: ResponseContext, status: number, json: string | ReadableStream): Response {
  const response = new Response(context.head ? null : json, { status, headers: JSON_HEADERS })
  setContextHeaders(response.headers, context)
  return response
}

function setContextHeaders(headers: Headers, { origin, rateLimit, isForOwnPages }: ResponseContext) {
  if (isForOwnPages) headers.set('cross-origin-resource-policy', 'same-origin')
  else allowOrigin(headers, origin)
  setRateLimitHeaders(headers, rateLimit)
}

function setRateLimitHeaders(headers: Headers, rateLimit: RateLimitStatus | undefined) {
  if (rateLimit === undefined) return
  headers.set('x-ratelimit-limit', String(rateLimit.limit))
  headers.set('x-ratelimit-remaining', String(rateLimit.remaining))
  headers.set('x-ratelimit-reset', String(rateLimit.reset))
}

// Pages of any site may send requests. A page must add the credential itself, because no browser adds this header on its own.
function allowOrigin(headers: Headers, origin: string | null) {
  if (origin === null) return
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
}
