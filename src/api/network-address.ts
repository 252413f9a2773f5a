/**
 * Whom a network address is counted as. Whoever has one IPv6 address has all that begin with the same 64 bits, and could
 * ask from another each time.
 */
export function networkOf(address: string): string {
  const host = address.includes(':') ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  // None that begins with zeros is out in the world; some stand for an IPv4 address, which is in their last bits.
  if (host === undefined || host.startsWith('::')) return address
  const [front = [], back = []] = host.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}
