// The port is part of the name in development, where cookies of several servers share one host.
const suffix = () => (location.port === '' ? '' : `_${location.port}`)
const names = () => ['__Host-session_number', `session_number${suffix()}`]

/** Returns the number of the browser's session, or undefined if it has none. The number is no secret. The token is, and no script reads it. */
export function sessionNumber(): string | undefined {
  const pairs = document.cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name = '', value]) => names().includes(name) && value)?.[1]
}

let own: string | undefined

/** The state of this page belongs to this session from now on. */
export const adoptSession = (session: string | undefined): void => void (own = session)

/** Returns the session to which the state of this page belongs. The browser may have the cookie of another one by now. */
export const ownSession = (): string | undefined => own

/** Returns the header with which a request names its session. The server refuses it if the cookie is that of another session. */
export const sessionHeader = (session = own): Record<string, string> =>
  session === undefined ? {} : { 'x-parley-session': session }
