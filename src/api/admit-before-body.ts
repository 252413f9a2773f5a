import type { Credential } from './callers'
import type { AnyEndpoint } from './endpoint'

/** To read and decode a body of this size costs about as much as a second call of the realm. */
const SMALL_BODY_BYTES = 128 * 1024

/** Returns whether the Worker decodes the body of this request before the realm decides. */
export const decodesBody = (endpoint: AnyEndpoint, { method, body }: Request): boolean =>
  !endpoint.streams && endpoint.kind !== 'public' && method !== 'GET' && method !== 'HEAD' && body !== null

/**
 * Returns whether the Worker calls the realm before it reads the body. Only the realm can count requests and check keys.
 * Requests without a credential are rare (logins, sign-ups) and cheap to send, so the realm counts them first. A credential may
 * be wrong. Then a small body costs less than an extra call, and a large body costs more.
 */
export function admitsBeforeBody(endpoint: AnyEndpoint, request: Request, credential: Credential | undefined): boolean {
  if (!decodesBody(endpoint, request)) return false
  // The Worker has compared the secret of the deployment. Only the realm can check the key of an import.
  if (endpoint.caller.needs === 'deployment' && credential === undefined) return false
  if (credential === undefined) return true
  return !hasSmallBody(request)
}

/** Returns whether a request has no body, or one that says that it is small. */
export const hasSmallBody = ({ headers, body }: Request): boolean =>
  body === null || Number(headers.get('content-length') ?? Infinity) <= SMALL_BODY_BYTES
