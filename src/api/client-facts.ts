import { realmNameOf } from './hosts'
import { locationHintOf } from './location-hint'
import { networkOf } from './network-address'
import type { Fields } from './read-fields'

/** Returns what the realm needs to know about the client of a request. */
export const clientOf = (request: Request, url: URL, config: Parameters<typeof realmNameOf>[1]) => ({
  address: networkOf(request.headers.get('cf-connecting-ip') ?? 'unknown'),
  realm_url: url.origin,
  realm_name: realmNameOf(url.hostname, config) ?? '',
  region: locationHintOf(request.cf),
})

const MAX_CLIENT_CHARACTERS = 30

/** Returns the name of the client from its parameter `client`, which every endpoint accepts. */
export function clientName(fields: Fields): string | undefined {
  const name = fields.get('client')
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_CLIENT_CHARACTERS) : undefined
}

/** Returns the product in the User-Agent: the name of a client that sends no parameter `client`. */
export const productOf = ({ headers }: Request): string =>
  (/^[^/\s(]+/.exec(headers.get('user-agent') ?? '')?.[0] ?? 'Unspecified').slice(0, MAX_CLIENT_CHARACTERS)
