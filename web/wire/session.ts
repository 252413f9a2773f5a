// The port is part of the name in development, where cookies of several servers share one host.
const suffix = location.port === '' ? '' : `_${location.port}`
const NAMES = ['__Host-session_number', `session_number${suffix}`]

/** Returns the number of the browser's session, or undefined if it has none. The number is no secret. The token is, and no script reads it. */
export function sessionNumber(): string | undefined {
  const pairs = document.cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name = '', value]) => NAMES.includes(name) && value)?.[1]
}
