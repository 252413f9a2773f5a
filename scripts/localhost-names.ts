// Names of realms of a development server, such as acme.localhost, are this machine, also where the system does not know them.
import dns from 'node:dns'

const { lookup } = dns
/** @type {(name: string, ...more: unknown[]) => void} */
const localLookup = (name, ...more) =>
  Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? 'localhost' : name, ...more])
dns.lookup = Object.assign(localLookup, { __promisify__: lookup.__promisify__ })
