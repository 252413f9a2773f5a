import type { Credential } from './callers'
import type { AnyEndpoint } from './endpoint'

/** To read and decode this much costs about as much as a second call of the realm. */
const SMALL_BODY_BYTES = 128 * 1024

/** Whether the Worker decodes the body of this request before the realm decides. */
export const decodesBody = (endpoint: AnyEndpoint, { method, body }: Request): boolean =>
  !endpoint.streams && endpoint.kind !== 'public' && method !== 'GET' && method !== 'HEAD' && body !== null

/**
 * Whether the realm is asked before the body is read. Only the realm counts requests and knows keys. Requests without a
 * credential are few (logins, sign-ups) and cheap to make, so the realm counts them first. A credential may be wrong: then
 * a small body costs less than the question, and a large body costs more.
 */
export function admitsBeforeBody(endpoint: AnyEndpoint, request: Request, credential: Credential | undefined): boolean {
  if (!decodesBody(endpoint, request) || endpoint.caller.needs === 'deployment') return false
  if (credential === undefined) return true
  const declared = request.headers.get('content-length')
  return declared === null || Number(declared) > SMALL_BODY_BYTES
}
