import { problemOfAddress, type AddressPolicy } from './address-rules'
import type { Purpose } from './purposes'
import { readLimited } from './read-limited'

/** What a deployment allows. */
export type OutsidePolicy = AddressPolicy & {
  /** The names of the purposes that the deployment disabled. */
  disabled: ReadonlySet<string>
}

export type OutsideRequest = {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Why there is no response. */
export type OutsideFailure = 'disabled' | 'address' | 'unreachable' | 'late' | 'too-large' | 'too-many-redirects'

export type OutsideResult = { response: Response; url: string } | { failure: OutsideFailure }

/** A response as one object sends it to another. */
export type OutsideAnswer = { status: number; headers: [string, string][]; body: Uint8Array; url: string }

/** Sends a request from another object. It may throw. */
export type SendBeside = (
  policy: OutsidePolicy,
  purpose: Purpose,
  request: OutsideRequest,
) => Promise<OutsideAnswer | { failure: OutsideFailure }>

/** What a deployment allows, and what sends the requests if it is another object than this one. */
export type Outside = OutsidePolicy & { sendBeside: SendBeside | undefined }

/**
 * Sends a request to an address that a user, an owner or the operator chose, and returns the response with its whole body. Every
 * such request of the server goes through this function. It checks the address and that of each redirect, limits the time and
 * the size, and sends only the headers that the caller states. Does not throw.
 */
export async function fetchOutside(
  outside: Outside,
  purpose: Purpose,
  request: OutsideRequest,
): Promise<OutsideResult> {
  const { sendBeside = sendOutside, ...policy } = outside
  try {
    const answer = await sendBeside(policy, purpose, request)
    return 'failure' in answer ? answer : { response: responseOf(answer), url: answer.url }
  } catch {
    return { failure: 'unreachable' }
  }
}

/** As `fetchOutside`, for the object that sends the request. */
export const sendOutside: SendBeside = async (policy, purpose, request) => {
  if (policy.disabled.has(purpose.name)) return { failure: 'disabled' }
  const signal = AbortSignal.timeout(purpose.milliseconds)
  try {
    return await follow({ policy, purpose, signal }, request)
  } catch {
    return { failure: signal.aborted ? 'late' : 'unreachable' }
  }
}

type Exchange = { policy: OutsidePolicy; purpose: Purpose; signal: AbortSignal }

async function follow({ policy, purpose, signal }: Exchange, request: OutsideRequest): ReturnType<SendBeside> {
  const { method = 'GET', body = null } = request
  let { url } = request
  // Another server than the intended one must receive neither the body nor a credential.
  const redirects = method === 'GET' && body === null && !hasCredential(request) ? purpose.redirects : 0
  for (let hop = 0; ; hop++) {
    if (problemOfAddress(url, policy) !== undefined) return { failure: 'address' }
    const headers = { 'user-agent': `Parley/0.1 (${purpose.name})`, ...request.headers }
    // oxlint-disable-next-line no-restricted-globals -- this is where addresses are checked and answers are limited
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const next = redirects > 0 ? addressOfRedirect(response, url) : undefined
    if (next === undefined) {
      const read = await readLimited(response, purpose.bytes, signal)
      return read === undefined ? { failure: 'too-large' } : answerOf(response, read, url)
    }
    await response.body?.cancel()
    if (hop === redirects) return { failure: 'too-many-redirects' }
    url = next
  }
}

const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization'])

const hasCredential = ({ headers = {} }: OutsideRequest) =>
  Object.keys(headers).some((name) => CREDENTIALS.has(name.toLowerCase()))

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Returns the address as text that is checked like the first one; undefined if the response is no redirect. */
function addressOfRedirect({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get('location')
  if (!REDIRECTS.has(status) || location === null) return undefined
  return URL.parse(location, from)?.href ?? location
}

// No cookie of another server reaches the caller. The body is decompressed, so its encoding and length no longer hold.
const KEPT_HEADERS = [
  'content-type',
  'content-range',
  'cache-control',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'www-authenticate',
]

const answerOf = ({ status, headers }: Response, body: Uint8Array, url: string): OutsideAnswer => ({
  status,
  headers: KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  }),
  body,
  url,
})

const WITHOUT_BODY = new Set([101, 204, 205, 304])

const responseOf = ({ status, headers, body }: OutsideAnswer): Response =>
  new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers })
