import { hash } from 'node:crypto'
import { apiError, badRequest, type ApiError, type ErrorKind } from './errors'

/** Who may call an endpoint. The realm finds out who asks; this says whether that is enough, before anything is decided. */
export type Caller<Actor> = {
  /** For the docs page: "any user", "organization administrators". */
  describes: string
  /**
   * Nobody: credentials are not even looked at, so a client whose key no longer works can still ask how to log in.
   * Whoever: an account, where there are credentials. Deployment: its secret, which is checked at the edge.
   */
  needs: 'nobody' | 'whoever' | 'account' | 'deployment'
  /** What somebody who is not let in may be told. */
  errors: ErrorKind<never>[]
  refusal(actor: Actor): ApiError | undefined
}

export const missingCredentials = apiError('UNAUTHORIZED', () => 'Missing authorization header for basic auth')
export const invalidCredentials = apiError('UNAUTHORIZED', () => 'Invalid authorization header for basic auth')
export const basicAuthenticationRequired = apiError(
  'BAD_REQUEST',
  () => 'This endpoint requires HTTP basic authentication.',
)
export const malformedApiKey = apiError('INVALID_API_KEY', () => 'Malformed API key')
/** A browser adds what it was once told to every request to a host, whichever page makes it; a ticket it cannot add. */
export const otherSiteNeedsTicket = badRequest(() => 'A page of another site needs a ticket to open a WebSocket')
export const wrongDeploymentSecret = apiError('UNAUTHORIZED', () => 'Wrong or missing deployment secret')

/** What a request says of itself to be let in. The key, or the ticket, never leaves the Worker: its hash travels. */
export type Credential = ApiKeyCredential | TicketCredential
export type ApiKeyCredential = { email: string; key_hash: string }
/** A ticket opens one queue, and nothing else. */
export type TicketCredential = { ticket_hash: string; queue_id: string }

/** Reads HTTP Basic: undefined where there is no header, a thrown refusal where there is a bad one. */
export function readCredential(header: string | null): ApiKeyCredential | undefined {
  if (header === null) return undefined
  const [scheme, encoded] = header.trim().split(/\s+/, 2)
  if (scheme?.toLowerCase() !== 'basic') throw basicAuthenticationRequired({})
  const decoded = textOfBase64(encoded ?? '')
  const colon = decoded.indexOf(':')
  if (colon < 0) throw invalidCredentials({})
  const key = decoded.slice(colon + 1).trim()
  if (!/^[A-Za-z0-9]{32}$/.test(key)) throw malformedApiKey({})
  return { email: decoded.slice(0, colon).trim(), key_hash: hashApiKey(key) }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function textOfBase64(encoded: string): string {
  try {
    return UTF8.decode(Uint8Array.fromBase64(encoded))
  } catch {
    throw invalidCredentials({})
  }
}

/** A browser says which page asks; whatever is not a browser says nothing. */
export function isFromOtherSite(request: Request, url: URL): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== url.origin
}

/** Keys are 190 random bits, so one round of SHA-256 keeps them as safe as a slow hash keeps a password. */
export const hashApiKey = (key: string): string => hash('sha256', key)

/** Compares secrets without telling by its time where they differ. Both are hashes of one length, so that is no secret. */
export function sameSecret(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}
