// Names of realms of a development server, such as acme.localhost, are this machine, also where the system does not know them.
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (name, ...more) => lookup(name.endsWith('.localhost') ? 'localhost' : name, ...more)
