import { hashApiKey, type SessionCredential } from './callers'
import { cookieIn, cookieName, setCookie, setPublicCookie } from './cookies'

/** A cookie that a response sets: the number of the session and its token. An empty value deletes the cookie. */
export type SessionCookie = { value: string; max_age_seconds: number }

/** 62 letters and digits: 43 of them are 256 random bits. */
export const SESSION_TOKEN_LENGTH = 43

const VALUE = /^([1-9]\d{0,14})\.([A-Za-z0-9]{43})$/

/**
 * Returns the session that the cookie of a request names, or undefined without a cookie or with a malformed one. The token never
 * leaves the Worker: the realm receives its hash.
 */
export function sessionIn(request: Request, { development }: { development: boolean }): SessionCredential | undefined {
  const name = cookieName('session', new URL(request.url), development)
  const [, session_id, token] = VALUE.exec(cookieIn(request, name) ?? '') ?? []
  if (session_id === undefined || token === undefined) return undefined
  return { session_id: Number(session_id), session_hash: hashApiKey(token) }
}

/** The header in which a page names its session, by the number. The pages of a browser share one cookie, which a login replaces. */
const SESSION_HEADER = 'x-parley-session'

/** Returns whether the page that sent a request belongs to another session than the cookie. Without the header or the cookie, it does not. */
export function isFromOtherSession(request: Request, session: SessionCredential | undefined): boolean {
  const named = request.headers.get(SESSION_HEADER)
  return named !== null && session !== undefined && named !== String(session.session_id)
}

/**
 * Sets or deletes the cookie, and beside it a cookie with the number of the session alone. By this number the web client knows,
 * before any response, whether what it stored belongs to this session. A browser that was logged out also deletes what its
 * pages stored of the account.
 */
export function setSessionCookie(
  response: Response,
  { value, max_age_seconds }: SessionCookie,
  { url, development }: { url: URL; development: boolean },
): void {
  const name = cookieName('session', url, development)
  setCookie(response, { name, value, max_age_seconds })
  const [number = ''] = value.split('.')
  setPublicCookie(response, { name: cookieName('session_number', url, development), value: number, max_age_seconds })
  if (value === '') response.headers.set('clear-site-data', '"cache", "storage"')
}
