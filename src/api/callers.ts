import { createHash } from 'node:crypto'
import { apiError, badRequest, forbidden, type ApiError, type ErrorKind } from './errors'
import { strictUtf8 } from './utf8'

/** A declaration of the callers of an endpoint. The realm authenticates the caller, and then asks `refusal`. */
export type Caller<Actor> = {
  /** The callers in words, for the documentation: "any user", "organization administrators". */
  describes: string
  /**
   * none        credentials are ignored, so a client with a deleted key can still read how to log in
   * optional    the account of the credentials, if the request has any
   * account     the account of the credentials, which are required
   * deployment  the deployment's secret, which the Worker checks
   */
  needs: 'none' | 'optional' | 'account' | 'deployment'
  /** The key may be the parameter `api_key` of the address, for senders that can only be given an address. */
  acceptsKeyInAddress?: boolean
  /** The client is an agent. Its credential is in a header `Bearer` or `Basic`, never in a cookie, and no other site sends it. */
  isAgent?: boolean
  /** The key of an import is accepted instead of the deployment's secret. */
  acceptsImportKey?: boolean
  /** The parameter of the path that is the secret of a webhook address, and the only credential. */
  secretInPath?: string
  /** The parameter of the path that is the secret of a count address, and the only credential. */
  countSecretInPath?: string
  /** The errors that `refusal` returns. */
  errors: ErrorKind<never>[]
  /** Returns the refusal of an actor who may not call the endpoint. */
  refusal(actor: Actor): ApiError | undefined
}

export const missingCredentials = apiError('UNAUTHORIZED', () => 'Missing authorization header for basic auth')
/** The request needs a session or an API key, and has none, or the session has ended. */
export const notLoggedIn = apiError('UNAUTHORIZED', () => 'Not logged in: API authentication or user session required')
/** The page belongs to one session, and the browser has the cookie of another. */
export const otherSession = apiError('PARLEY_OTHER_SESSION', () => 'This browser is logged in with another session')
export const invalidCredentials = apiError('UNAUTHORIZED', () => 'Invalid authorization header for basic auth')
export const basicAuthenticationRequired = apiError(
  'BAD_REQUEST',
  () => 'This endpoint requires HTTP basic authentication.',
)
export const malformedApiKey = apiError('INVALID_API_KEY', () => 'Malformed API key')
export const needsSocket = badRequest(() => 'This endpoint needs a WebSocket.')

/** A browser adds stored credentials to requests of any page. It cannot add a ticket. */
export const otherSiteNeedsTicket = badRequest(() => 'A page of another site needs a ticket to open a WebSocket')
export const invalidToken = apiError('UNAUTHORIZED', () => 'The token is not valid, or not for this endpoint')
/** The user did not allow it, or no tool needs it. */
export const agentHasNoAccess = forbidden(() => 'The agent has no access to this endpoint')
export const wrongDeploymentSecret = apiError('UNAUTHORIZED', () => 'Wrong or missing deployment secret')

/** The credential of a request. The key, the ticket or the token never leaves the Worker: the realm receives its hash. */
export type Credential =
  | ApiKeyCredential
  | TicketCredential
  | SessionCredential
  | AddressCredential
  | CountCredential
  | AccessTokenCredential
  | ImportCredential
/** The credential of a user. */
export type UserCredential = Exclude<Credential, ImportCredential>
export type ApiKeyCredential = {
  email: string
  key_hash: string
  /** The key came without an address, in the query. The realm finds its account by the key. */
  isKeyOnly?: boolean
}
/** A ticket opens one queue, and nothing else. */
export type TicketCredential = { ticket_hash: string; queue_id: string }
/** The secret of a webhook address, for which one bot sends. */
export type AddressCredential = { address_hash: string }
/** The secret of a count address, with which a page of another organization reads two numbers. */
export type CountCredential = { count_hash: string }
/** The access token of an agent, and the address at which the agent used it. */
export type AccessTokenCredential = { token_hash: string; resource: string }
/** The key of an import that an owner began. It fills this realm, and does nothing else. */
export type ImportCredential = { import_hash: string }
/** The session of a browser, in a cookie. */
export type SessionCredential = { session_id: number; session_hash: string }

export const isSession = (credential: Credential | undefined): credential is SessionCredential =>
  credential !== undefined && 'session_hash' in credential

export const isAddress = (credential: Credential): credential is AddressCredential => 'address_hash' in credential
export const isCount = (credential: Credential): credential is CountCredential => 'count_hash' in credential
export const isImport = (credential: Credential): credential is ImportCredential => 'import_hash' in credential
export const isAccessToken = (credential: Credential): credential is AccessTokenCredential => 'token_hash' in credential

/** Returns the credential in an HTTP Basic header, or undefined without a header. Throws for a malformed one. */
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

/** The path of the endpoint of agents. Its address is the audience of their tokens. */
const AGENT_PATH = '/mcp'
/** With the prefix, tools that search for leaked secrets recognize a token. */
export const ACCESS_TOKEN_PREFIX = 'parley_agent_'

/** Returns the access token or the API key in an HTTP Bearer header, or undefined for another scheme. */
export function readBearer(header: string | null, url: URL): Credential | undefined {
  const [isBearer, rest = ''] = /^bearer(?: (.*))?$/i.exec(header ?? '') ?? []
  if (isBearer === undefined) return undefined
  const token = rest.trim()
  if (token.startsWith(ACCESS_TOKEN_PREFIX)) return { token_hash: hashApiKey(token), resource: url.origin + AGENT_PATH }
  return { email: '', key_hash: hashApiKey(token), isKeyOnly: true }
}

/** Returns the header `WWW-Authenticate` for an agent: it says where the agent gets a token, and which scopes it needs. */
export function agentChallenge(url: URL, scope: string, error?: 'invalid_token' | 'insufficient_scope'): string {
  const problem = error === undefined ? '' : `error="${error}", `
  return `Bearer ${problem}resource_metadata="${url.origin}/.well-known/oauth-protected-resource${AGENT_PATH}", scope="${scope}"`
}

/** The scopes that an agent should ask for first: with them it reads, and its user sends what it wrote. */
export const FIRST_SCOPES = 'messages:read drafts:write'

/** The form of the key of an import: the client makes 256 random bits, so that a lost response loses no key. */
const IMPORT_KEY = /^parley_import_[0-9a-f]{64}$/

/** Returns the key of an import in an HTTP Bearer header, or undefined if it is none. */
export function importKeyIn(header: string | null): string | undefined {
  const [, token = ''] = /^Bearer (.+)$/.exec(header ?? '') ?? []
  return isImportKey(token) ? token : undefined
}

export const isImportKey = (text: string): boolean => IMPORT_KEY.test(text)

const MAX_AGENT_NAME_CHARACTERS = 30

const AGENT_PREFIX = 'MCP: '
/** Returns the name under which clients see what an agent does. */
export const agentName = (product: string): string => `${AGENT_PREFIX}${product}`.slice(0, MAX_AGENT_NAME_CHARACTERS)
export const isAgentName = (name: string): boolean => name.startsWith(AGENT_PREFIX)

/** Returns the credential in the parameter `api_key` of an address, or undefined without one. */
export function keyInAddress(url: URL): ApiKeyCredential | undefined {
  const key = url.searchParams.get(KEY_PARAMETER)?.trim()
  return key === undefined ? undefined : { email: '', key_hash: hashApiKey(key), isKeyOnly: true }
}

export const KEY_PARAMETER = 'api_key'

function textOfBase64(encoded: string): string {
  try {
    return strictUtf8.decode(Uint8Array.fromBase64(encoded))
  } catch {
    throw invalidCredentials({})
  }
}

/** Returns whether a page of another site sent the request. Only browsers send the header `Origin`. */
export function isFromOtherSite(request: Request, url: URL): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== url.origin
}

/** A key has 190 random bits, so a fast hash is enough. Passwords need a slow one. The function `hash` takes half as much time again. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Returns whether two hashes are equal. Takes constant time, so the time tells nothing about a secret. Its length is public. */
export function sameSecret(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}
