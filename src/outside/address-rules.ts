/** Where the server must not send requests for its users. */
export type AddressPolicy = {
  /** Whether http and private addresses such as localhost are allowed: in development and tests. */
  allows_private: boolean
  /** The hosts of this deployment. A request to one of them, or to a host below it, is refused. */
  own_hosts: readonly string[]
}

/** Why the server sends no request: the text is no address of a web server, or the server does not call the address. */
export type AddressProblem = 'invalid' | 'private'

/**
 * Returns why the server must not call an address that a user chose; undefined if it may. The server may reach addresses that
 * the user cannot. So it calls only public names, by https, at the usual ports: no IP address in any notation, no name that
 * only private networks resolve, and no host of this deployment. The rule looks up no name: the platform refuses a public name
 * that resolves to a private address.
 */
export function problemOfAddress(address: string, policy: AddressPolicy): AddressProblem | undefined {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'invalid'
  if (url.username !== '' || url.password !== '' || hasHiddenCharacters(address)) return 'invalid'
  if (policy.allows_private) return undefined
  if (url.protocol !== 'https:' || !PORTS.has(url.port)) return 'private'
  const host = withoutDot(url.hostname)
  return isPublicName(host) && !policy.own_hosts.some((own) => isAtOrBelow(host, own)) ? undefined : 'private'
}

const MAX_ADDRESS_CHARACTERS = 4096

/** `URL` removes line breaks and tabs silently, so the text would not be the address that it shows. */
const hasHiddenCharacters = (address: string) =>
  address.length > MAX_ADDRESS_CHARACTERS || /[\s\p{Cc}\p{Cf}]/u.test(address)

/** `URL` writes the default port, 443, as no port. */
const PORTS = new Set(['', '8443'])

const withoutDot = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host)

/**
 * Takes a host as `URL` writes it: in lower case, each IPv4 address as four numbers, and IPv6 in brackets. So a public name
 * has a dot, and its last label is no number.
 */
function isPublicName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1)!
  if (labels.length < 2 || labels.includes('') || !/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(last)) return false
  return !PRIVATE_ENDINGS.some((ending) => isAtOrBelow(host, ending))
}

const isAtOrBelow = (host: string, ending: string) => {
  const lower = withoutDot(ending.toLowerCase())
  return lower !== '' && (host === lower || host.endsWith(`.${lower}`))
}

/** Endings that the public name system does not have, and that private networks use. */
const PRIVATE_ENDINGS = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'mail',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'test',
  'invalid',
  'onion',
  'alt',
]
