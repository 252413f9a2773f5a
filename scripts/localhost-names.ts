// Names of realms of a development server, such as acme.localhost, are this machine, also where the system does not know them.
import dns from 'node:dns'

const { lookup } = dns
const localLookup = (name: string, ...more: unknown[]): void =>
  Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? 'localhost' : name, ...more])
dns.lookup = Object.assign(localLookup, { __promisify__: lookup.__promisify__ })
