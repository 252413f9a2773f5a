import type { ServedResponse } from './endpoint'
import type { Refusal } from './errors'
import type { RateLimitStatus } from './rate-limit'
import { inVendorSpelling } from './vendor-names'

/** Everything that leaves the server passes here: the envelope, the headers, the names that the client's vendor uses. */
export type ResponseContext = {
  /** Whose names this client gets (vendor-names.ts); empty for the specification's alone. */
  vendor: string
  origin: string | null
  rateLimit?: RateLimitStatus
  head?: boolean
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  // An answer built for one person must never be served to another from a cache on the way.
  'cache-control': 'private, no-store',
  vary: 'Authorization, Origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

const ALLOWED_REQUEST_HEADERS =
  'Authorization, Content-Type, Accept, User-Agent, Last-Event-ID, Range, If-None-Match, If-Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, Upload-Checksum, X-HTTP-Method-Override'
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Allow, X-Request-Id, ETag, Content-Range, Location, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires'

export function succeed(reply: ResponseContext, body: object, ignored: readonly string[] = []): Response {
  const envelope = { result: 'success', msg: '', ...body }
  return answer(reply, 200, ignored.length ? { ...envelope, ignored_parameters_unsupported: ignored } : envelope)
}

/** The same, where the answer's fields are JSON text already: `{…}`. Events were encoded once, and are not again. */
export function succeedWithJson(reply: ResponseContext, json: string, ignored: readonly string[] = []): Response {
  const more = ignored.length ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  return answerWithJson(reply, 200, `{"result":"success","msg":"",${json.slice(1, -1)}${more}}`)
}

/** An answer that is no JSON object. It is kept by nobody on the way either, unless it says otherwise itself. */
export function passOn(reply: ResponseContext, served: Response): Response {
  const response = new Response(reply.head ? null : served.body, served)
  for (const [name, value] of Object.entries(HEADERS))
    if (name !== 'content-type' && !response.headers.has(name)) response.headers.set(name, value)
  allowOrigin(response.headers, reply.origin)
  setRateLimitHeaders(response.headers, reply.rateLimit)
  return response
}

export function refuse(reply: ResponseContext, { code, msg, fields, status }: Refusal): Response {
  const response = answer(reply, status, { result: 'error', msg, code, ...fields })
  if (status === 401) response.headers.set('www-authenticate', 'Basic realm="svc"')
  if (Array.isArray(fields.allowed_methods)) response.headers.set('allow', fields.allowed_methods.join(', '))
  if (typeof fields['retry-after'] === 'number')
    response.headers.set('retry-after', String(Math.ceil(fields['retry-after'])))
  return response
}

/** How an endpoint declares that it answers with `ledTo`. */
export const redirects = (description: string): Record<number, ServedResponse> => ({
  302: { description, headers: ['Location'] },
})

/** What was asked for is elsewhere. */
export const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** What a browser asks before it asks, and what anyone may ask of a path. */
export function options(reply: ResponseContext, allowed: readonly string[]): Response {
  const response = new Response(null, {
    status: 204,
    headers: { allow: allowed.join(', '), 'cache-control': 'no-store' },
  })
  allowOrigin(response.headers, reply.origin)
  response.headers.set('access-control-allow-methods', allowed.join(', '))
  response.headers.set('access-control-allow-headers', ALLOWED_REQUEST_HEADERS)
  response.headers.set('access-control-max-age', '86400')
  return response
}

const answer = (reply: ResponseContext, status: number, body: object): Response =>
  answerWithJson(reply, status, JSON.stringify(body))

function answerWithJson(reply: ResponseContext, status: number, text: string): Response {
  const json = inVendorSpelling(text, reply.vendor)
  const response = new Response(reply.head ? null : json, { status, headers: HEADERS })
  allowOrigin(response.headers, reply.origin)
  setRateLimitHeaders(response.headers, reply.rateLimit)
  return response
}

function setRateLimitHeaders(headers: Headers, rateLimit: RateLimitStatus | undefined) {
  if (rateLimit === undefined) return
  headers.set('x-ratelimit-limit', String(rateLimit.limit))
  headers.set('x-ratelimit-remaining', String(rateLimit.remaining))
  headers.set('x-ratelimit-reset', String(rateLimit.reset))
}

// Credentials travel in a header that scripts must set themselves, never in a cookie a browser adds, so any origin may ask.
function allowOrigin(headers: Headers, origin: string | null) {
  if (origin === null) return
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
}
