import { badRequest, type ApiError } from '../../../api/errors'

export const notAUrl = badRequest(() => 'payload_url is not a URL')
export const privateAddress = badRequest(() => 'payload_url is an address that this server does not call')

/**
 * May the server call this address, which some member chose? It stands where a member does not, so it calls nobody within:
 * no address of this machine or of a private network in any way of writing one, and no name that only such networks know.
 * A public name that leads to a private address is the platform's to refuse: here no name is looked up.
 */
export function refusalOfPayloadUrl(address: string, mayBePrivate: boolean): ApiError | undefined {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return notAUrl({})
  if (url.username !== '' || url.password !== '' || /[\s\p{Cc}]/u.test(address)) return notAUrl({})
  return mayBePrivate || isPublic(url.hostname) ? undefined : privateAddress({})
}

/** The host as URL has written it: lower case, numbers in four decimal parts, IPv6 in brackets and at its shortest. */
function isPublic(hostname: string): boolean {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(host)
  return host.includes('.') && !WITHIN.some((ending) => host === ending || host.endsWith(`.${ending}`))
}

const WITHIN = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp', 'home.arpa', 'test']

// Of each, how many of its leading bits say so: what is of this host, private, shared, of a link, for tests, or for groups.
const RESERVED: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const isPublicIpv4 = (host: string) =>
  !RESERVED.some(([network, bits]) => numberOf(host) >>> (32 - bits) === numberOf(network) >>> (32 - bits))

const numberOf = (host: string): number => host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

// Only what is handed out to the world at large, and of that nothing that wraps an IPv4 address or names an example.
function isPublicIpv6(host: string): boolean {
  const [first = '', second = ''] = host.split(':')
  const lead = Number.parseInt(first, 16)
  if (!(lead >= 0x2000 && lead <= 0x3fff)) return false
  return lead !== 0x2002 && !(lead === 0x2001 && (Number.parseInt(second || '0', 16) < 0x200 || second === 'db8'))
}
