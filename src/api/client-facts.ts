import { locationHintOf } from './location-hint'
import { networkOf } from './network-address'
import type { Fields } from './read-fields'
import type { ClientFacts } from './realm-call'

type Place = { realm_name: string; isBesideRealm: boolean }

/** Returns what the realm needs to know about the client of a request. */
export const clientOf = (request: Request, url: URL, { realm_name, isBesideRealm }: Place) => ({
  ...(isBesideRealm ? placeIn(request) : placeOf(request)),
  realm_url: url.origin,
  realm_name,
})

/** Where the client is: only the Worker that received the request knows it. */
type ClientPlace = Pick<ClientFacts, 'address' | 'region'>

const placeOf = ({ headers, cf }: Request): ClientPlace => ({
  address: networkOf(headers.get('cf-connecting-ip') ?? 'unknown'),
  region: locationHintOf(cf),
})

const PLACE_HEADER = 'x-client-place'

/** Returns the request for the realm's neighbor, which only the Worker can call. */
export function withClientPlace(request: Request, { address, region }: ClientPlace): Request {
  const headers = new Headers(request.headers)
  headers.set(PLACE_HEADER, JSON.stringify({ address, region }))
  return new Request(request, { headers })
}

const placeIn = ({ headers }: Request): ClientPlace => JSON.parse(headers.get(PLACE_HEADER) ?? '')

const MAX_CLIENT_CHARACTERS = 30

/** The client of all that automations do. It starts no automation, so no program can have this name. */
export const AUTOMATION_CLIENT = 'Automation'

const UNNAMED = 'Unspecified'

const asClientName = (name: string): string =>
  name === AUTOMATION_CLIENT ? UNNAMED : name.slice(0, MAX_CLIENT_CHARACTERS)

/** Returns the name of the client from its parameter `client`, which every endpoint accepts. */
export function clientName(fields: Fields): string | undefined {
  const name = fields.get('client')
  return typeof name === 'string' && name !== '' ? asClientName(name) : undefined
}

/** Returns the product in the User-Agent: the name of a client that sends no parameter `client`. */
export const productOf = ({ headers }: Request): string =>
  asClientName(/^[^/\s(]+/.exec(headers.get('user-agent') ?? '')?.[0] ?? UNNAMED)
