/**
 * Returns the `href` for an address that the author typed, or undefined if a link must not lead there. The address is
 * checked before entities in it are decoded. An `href` is always written escaped, so a browser gets the address that was
 * checked here.
 */
export function safeHref(typedAddress: string, realmUrl: string): string | undefined {
  // Browsers ignore these characters anywhere in an address, so they are removed before the scheme is read.
  const address = typedAddress
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll(' ', '%20')
  if (address === '' || CONTROL.test(address)) return undefined
  const absolute = withScheme(address)
  return absolute === undefined ? undefined : relativeToRealm(absolute, realmUrl)
}

// oxlint-disable-next-line no-control-regex -- addresses with these characters are refused
const CONTROL = /[\u0000-\u001F\u007F-\u009F\uFDD0-\uFDEF]/

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/

/** Returns the address with a scheme. One without is a web address, an email address or a path of this realm. */
function withScheme(address: string): string | undefined {
  const [prefix, scheme] = SCHEME.exec(address) ?? []
  if (prefix !== undefined && scheme !== undefined)
    return allowedAddress(scheme.toLowerCase(), address.slice(prefix.length))
  if (/^[/\\]{2}/.test(address) || address.startsWith('/\\')) return undefined
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('@')) return `mailto:${address}`
  if (address.startsWith('/') || (address.startsWith('#') && address.length > 1)) return address
  return allowedAddress('http', `//${address}`)
}

function allowedAddress(scheme: string, rest: string): string | undefined {
  if (HOSTLESS_SCHEMES.has(scheme)) return `${scheme}:${removeEmptyParts(rest)}`
  if (!HOST_SCHEMES.has(scheme) || !/^\/\/[^/?#\\]/.test(rest)) return undefined
  const host = rest.slice(2).split(/[/?#]/, 1)[0] ?? ''
  if (host.includes('[') !== host.includes(']')) return undefined
  return `${scheme}:${removeEmptyParts(rest)}`
}

/**
 * Zulip's API names no schemes, so this list has only what clients need: web pages, FTP, email, phone numbers, and
 * `bitcoin:`, which is also an autolink. `file:` is refused because it opens files on the reader's computer.
 */
const HOST_SCHEMES = new Set(['http', 'https', 'ftp'])
const HOSTLESS_SCHEMES = new Set(['mailto', 'tel', 'bitcoin'])

/** Returns whether an address, or the beginning of one, has no scheme or one that links may have. */
export function hasAllowedScheme(address: string): boolean {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  return scheme === undefined || HOST_SCHEMES.has(scheme) || HOSTLESS_SCHEMES.has(scheme)
}

/** Removes an empty query and an empty fragment. */
function removeEmptyParts(rest: string): string {
  const hash = rest.indexOf('#')
  const fragment = hash < 0 || hash === rest.length - 1 ? '' : rest.slice(hash)
  const main = hash < 0 ? rest : rest.slice(0, hash)
  return (main.indexOf('?') === main.length - 1 ? main.slice(0, -1) : main) + fragment
}

/** Makes links into this realm relative: clients open them in the app, and expect relative paths of uploaded files. */
function relativeToRealm(address: string, realmUrl: string): string {
  const path = address.startsWith(`${realmUrl}/`) ? address.slice(realmUrl.length + 1) : ''
  return path.startsWith('#') || path.startsWith('user_uploads/') ? path : address
}
