/**
 * What a link may lead to, judged by the characters the author wrote, before any entity in them could be read: an
 * `href` is always written escaped, so a browser sees the address that was judged here.
 */
export function linkAddress(written: string, realmUrl: string): string | undefined {
  // Browsers ignore these characters anywhere in an address, so they must be gone before we look at the scheme.
  const address = written
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll(' ', '%20')
  if (address === '' || CONTROL.test(address)) return undefined
  const absolute = withScheme(address)
  return absolute === undefined ? undefined : withoutRealm(absolute, realmUrl)
}

// oxlint-disable-next-line no-control-regex -- these are what must not get through
const CONTROL = /[\u0000-\u001F\u007F-\u009F\uFDD0-\uFDEF]/

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/

/** Addresses without a scheme are web addresses, e-mail addresses or places in this realm. */
function withScheme(address: string): string | undefined {
  const [prefix, scheme] = SCHEME.exec(address) ?? []
  if (prefix !== undefined && scheme !== undefined) return allowed(scheme.toLowerCase(), address.slice(prefix.length))
  if (/^[/\\]{2}/.test(address) || address.startsWith('/\\')) return undefined
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('@')) return `mailto:${address}`
  if (address.startsWith('/') || (address.startsWith('#') && address.length > 1)) return address
  return allowed('http', `//${address}`)
}

function allowed(scheme: string, rest: string): string | undefined {
  if (HOSTLESS_SCHEMES.has(scheme)) return `${scheme}:${withoutEmptyParts(rest)}`
  if (!HOST_SCHEMES.has(scheme) || !/^\/\/[^/?#\\]/.test(rest)) return undefined
  const host = rest.slice(2).split(/[/?#]/, 1)[0] ?? ''
  if (host.includes('[') !== host.includes(']')) return undefined
  return `${scheme}:${withoutEmptyParts(rest)}`
}

/**
 * The specification names no schemes, so the list is as short as clients need: web pages, FTP, mail, phone numbers, and
 * `bitcoin:`, which is a link without brackets too. All others are refused. `file:` leads into the reader's own computer.
 */
const HOST_SCHEMES = new Set(['http', 'https', 'ftp'])
const HOSTLESS_SCHEMES = new Set(['mailto', 'tel', 'bitcoin'])

/** Returns whether an address, or the beginning of one, has no scheme or one that links may have. */
export function hasAllowedScheme(address: string): boolean {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  return scheme === undefined || HOST_SCHEMES.has(scheme) || HOSTLESS_SCHEMES.has(scheme)
}

/** An empty query or fragment says nothing. */
function withoutEmptyParts(rest: string): string {
  const hash = rest.indexOf('#')
  const fragment = hash < 0 || hash === rest.length - 1 ? '' : rest.slice(hash)
  const main = hash < 0 ? rest : rest.slice(0, hash)
  return (main.indexOf('?') === main.length - 1 ? main.slice(0, -1) : main) + fragment
}

/** Clients open places in the realm without leaving the page; files are named relatively in every client. */
function withoutRealm(address: string, realmUrl: string): string {
  const inside = address.startsWith(`${realmUrl}/`) ? address.slice(realmUrl.length + 1) : ''
  return inside.startsWith('#') || inside.startsWith('user_uploads/') ? inside : address
}
