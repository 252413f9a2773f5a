/**
 * Returns the network by which requests from an address are counted. The owner of an IPv6 address usually has all addresses with
 * the same first 64 bits, and could use another one for each request.
 */
export function networkOf(address: string): string {
  const host = address.includes(':') ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  // Public addresses do not begin with zeros. Some that do represent an IPv4 address in their last bits, so they stay whole.
  if (host === undefined || host.startsWith('::')) return address
  const [front = [], back = []] = host.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}
