import { Router, type IRequest } from 'itty-router'
import { isOnSite, methodOf, pathOf, type AnyEndpoint } from './endpoint'
import { isInteger } from './params'

/** Finds the endpoint that a request is for, and what its path says. */
export type Match = { endpoint: AnyEndpoint; path: Record<string, string> } | { allowed_methods: string[] } | undefined

export const API_ROOT = '/api/v1'

/** The whole path at which an endpoint is asked. */
export const addressOf = (endpoint: AnyEndpoint) => (isOnSite(endpoint) ? '' : API_ROOT) + pathOf(endpoint)

/** Most paths name their endpoint outright and are looked up; those with something to fill in are the router's. */
export function routesOf(endpoints: readonly AnyEndpoint[]): (request: Request, url: URL) => Promise<Match> {
  const match = Router()
  const anyMethod = Router()
  const named = new Map<string, Match>()
  for (const endpoint of endpoints) {
    const path = addressOf(endpoint)
    if (!path.includes(':')) named.set(`${methodOf(endpoint)} ${path}`, { endpoint, path: {} })
    // A router moves on to the next route when this one answers nothing: a number's place holds only a number.
    match[methodOf(endpoint).toLowerCase()]!(path, ({ params }: IRequest) => {
      const decoded = decodedPath(endpoint, params)
      return decoded && { endpoint, path: decoded }
    })
    anyMethod.all(path, ({ params }: IRequest, methods: Set<string>) => {
      if (decodedPath(endpoint, params)) methods.add(methodOf(endpoint))
    })
  }
  const find = async (method: string, url: URL): Promise<Match> =>
    named.get(`${method} ${url.pathname}`) ?? ((await match.fetch({ method, url: withoutQuery(url) })) as Match)
  return async (request, url) => {
    const { method } = request
    // HEAD is GET without its body, but for the few paths where it is all there is.
    const found = (await find(method, url)) ?? (method === 'HEAD' ? await find('GET', url) : undefined)
    if (found !== undefined) return found
    const methods = new Set<string>()
    await anyMethod.fetch({ method, url: withoutQuery(url) }, methods)
    if (methods.size === 0) return undefined
    if (methods.has('GET')) methods.add('HEAD')
    return { allowed_methods: [...methods.add('OPTIONS')].sort() }
  }
}

// The router would also parse the query, in time that is quadratic in the fields of one name.
const withoutQuery = (url: URL) => url.origin + url.pathname

function decodedPath(endpoint: AnyEndpoint, params: Record<string, string>): Record<string, string> | undefined {
  const decoded: Record<string, string> = {}
  for (const [name, raw] of Object.entries(params)) {
    const value = decodeSegment(raw)
    const schema = endpoint.params[name]
    if (value === undefined || (schema && isInteger(schema) && !/^\d+$/.test(value))) return undefined
    decoded[name] = value
  }
  return decoded
}

function decodeSegment(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}
