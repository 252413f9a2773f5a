import { forbiddenWith, type ApiError } from './errors'

/** The sender of a request is not a page of this realm. The code is that of other servers with this API. */
export const requestFromOtherSite = forbiddenWith('CSRF_FAILED', (f: { reason: string }) => `CSRF error: ${f.reason}`)

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Returns the refusal of a request that is below `/json`, or that starts a session, unless a page of this realm sent it.
 *
 * Realms are sibling subdomains. A browser calls a request between them "same-site", and adds the cookie to it. So `SameSite`
 * does not keep realms apart, and these rules do: browsers state the sender in `Sec-Fetch-Site`, older ones in `Origin`. A
 * client that states neither is no browser, and has API keys.
 */
export function refusalOfSender(request: Request, url: URL): ApiError | undefined {
  const { headers, method } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isReading = READING.includes(method) && !isUpgrade(headers)
  if (!isDestination(headers)) return requestFromOtherSite({ reason: 'Pages cannot embed the API.' })
  if (site === 'same-origin') return undefined
  // The user typed the address, or opened a bookmark.
  if (site === 'none' && isReading) return undefined
  if (site !== null) return requestFromOtherSite({ reason: 'Another site sent the request.' })
  if (origin !== null)
    return origin === url.origin ? undefined : requestFromOtherSite({ reason: 'Another site sent the request.' })
  return isReading ? undefined : requestFromOtherSite({ reason: 'No header names the site of the sender.' })
}

/** Returns the refusal of a request that a page of another site sent. Programs send no `Origin`. */
export function refusalOfOrigin({ headers }: Request, url: URL): ApiError | undefined {
  const origin = headers.get('origin')
  if (origin === null || origin === url.origin) return undefined
  return requestFromOtherSite({ reason: 'Another site sent the request.' })
}

const isUpgrade = (headers: Headers) => headers.get('upgrade')?.toLowerCase() === 'websocket'

/** Returns whether a script or a navigation receives the response. An element such as `<script>` would reveal its content. */
function isDestination(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return (
    destination === null ||
    destination === 'empty' ||
    destination === 'document' ||
    (destination === 'websocket' && isUpgrade(headers))
  )
}

/**
 * Returns whether the cookie authenticates a request for a file, a picture or a page. A page of another realm cannot embed them
 * with the cookie. A link to them works from any site, so that it works in an email.
 */
export function cookieCountsForFile({ headers }: Request, url: URL): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === 'same-origin' || site === 'none') return true
  if (site !== null) return headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return origin === null || origin === url.origin
}
