/**
 * A browser accepts a cookie with this prefix only over https and without a domain. So a sibling realm can neither read nor set
 * it. Safari accepts no secure cookie from `http://localhost`, so in development the name is plain. Cookies ignore the port, and
 * several servers may run on one machine, so there the name has the port.
 */
const HOST_PREFIX = '__Host-'

export function cookieName(name: string, { protocol, port }: URL, development: boolean): string {
  if (!development || protocol === 'https:') return HOST_PREFIX + name
  return port === '' ? name : `${name}_${port}`
}

/** Returns the value of a cookie; undefined if the request has no cookie with this name, or several of them. */
export function cookieIn(request: Request, name: string): string | undefined {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

type Cookie = { name: string; value: string; max_age_seconds: number }

/** Sets a cookie that no script can read. An age of 0 deletes it. */
export function setCookie(response: Response, { name, value, max_age_seconds }: Cookie): void {
  const attributes = `Path=/; ${secure(name)}HttpOnly; SameSite=Lax; Max-Age=${max_age_seconds}`
  response.headers.append('set-cookie', `${name}=${value}; ${attributes}`)
}

/** Sets a cookie that the scripts of the realm's pages read. It is never a secret. */
export function setPublicCookie(response: Response, { name, value, max_age_seconds }: Cookie): void {
  const attributes = `Path=/; ${secure(name)}SameSite=Strict; Max-Age=${max_age_seconds}`
  response.headers.append('set-cookie', `${name}=${value}; ${attributes}`)
}

const secure = (name: string) => (name.startsWith(HOST_PREFIX) ? 'Secure; ' : '')
