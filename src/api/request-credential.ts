import {
  hashApiKey,
  importKeyIn,
  keyInAddress,
  notLoggedIn,
  otherSession,
  readBearer,
  readCredential,
  sameSecret,
  wrongDeploymentSecret,
  type Credential,
} from './callers'
import { isOnSite, type AnyEndpoint } from './endpoint'
import { cookieCountsForFile } from './page-requests'
import { isBelowJson } from './routes'
import { isFromOtherSession, sessionIn } from './session-cookie'

type RequestParts = {
  request: Request
  url: URL
  endpoint: AnyEndpoint
  /** The parameters in the path. */
  path?: Readonly<Record<string, string>>
  config: { development: boolean; deployment_secret: string }
}

/**
 * Returns the credential of a request, or undefined if it has none or the endpoint ignores it. Below `/json` only the cookie
 * counts, and below `/api/v1` only an API key. Files, pictures and pages accept both. Throws for a malformed credential, for a
 * missing session below `/json`, for a page of another session, and for a wrong secret of the deployment.
 */
export function credentialIn({ request, url, endpoint, path = {}, config }: RequestParts): Credential | undefined {
  const { needs, secretInPath, countSecretInPath } = endpoint.caller
  const authorization = request.headers.get('authorization')
  if (needs === 'none') return undefined
  if (secretInPath !== undefined) return { address_hash: hashApiKey(path[secretInPath] ?? '') }
  if (countSecretInPath !== undefined) return { count_hash: hashApiKey(path[countSecretInPath] ?? '') }
  if (needs === 'deployment') {
    const key = endpoint.caller.acceptsImportKey ? importKeyIn(authorization) : undefined
    if (key !== undefined) return { import_hash: hashApiKey(key) }
    return requireDeploymentSecret(authorization, config.deployment_secret)
  }
  if (isBelowJson(url)) {
    const session = sessionIn(request, config)
    if (session === undefined && needs === 'account') throw notLoggedIn({})
    if (isFromOtherSession(request, session)) throw otherSession({})
    return session
  }
  if (endpoint.caller.isAgent) return readBearer(authorization, url) ?? readCredential(authorization)
  const key = endpoint.caller.acceptsKeyInAddress ? keyInAddress(url) : undefined
  if (key !== undefined) return key
  const cookieCounts = authorization === null && isOnSite(endpoint) && cookieCountsForFile(request, url)
  return cookieCounts ? sessionIn(request, config) : readCredential(authorization)
}

function requireDeploymentSecret(authorization: string | null, secret: string): undefined {
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  if (secret === '' || !sameSecret(hashApiKey(given), hashApiKey(secret))) throw wrongDeploymentSecret({})
}

/** Returns the ticket in an address, with which a client without a cookie opens a WebSocket or an event stream. */
export function ticketIn({ ticket, queue_id }: Record<string, unknown>): Credential | undefined {
  if (typeof ticket !== 'string') return undefined
  return { ticket_hash: hashApiKey(ticket), queue_id: typeof queue_id === 'string' ? queue_id : '' }
}
