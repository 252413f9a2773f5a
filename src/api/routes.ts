import { Router, type IRequest } from 'itty-router'
import { isOnSite, methodOf, pathOf, type AnyEndpoint } from './endpoint'
import { isInteger } from './params'

/** The endpoint of a request, with the parameters in its path. */
export type FoundEndpoint = { endpoint: AnyEndpoint; path: Record<string, string> }

/** For a wrong method, the allowed ones. Undefined: no such path. */
export type Match = FoundEndpoint | { allowed_methods: string[] } | undefined

export const API_ROOT = '/api/v1'
/** Below this path, browsers use the endpoints of the API. The cookie of a session authenticates them. An API key does not. */
export const JSON_ROOT = '/json'

export const isBelowJson = ({ pathname }: URL): boolean => pathname.startsWith(`${JSON_ROOT}/`)

/** Returns the root of the API by which a request came, for addresses in its response. */
export const apiRootOf = (url: URL): string => (isBelowJson(url) ? JSON_ROOT : API_ROOT)

/** Returns the path of an endpoint from the root of the host. */
export const fullPathOf = (endpoint: AnyEndpoint) => (isOnSite(endpoint) ? '' : API_ROOT) + pathOf(endpoint)

/** Returns a function that finds the endpoint of a request. Paths without parameters are in a map; the router finds the others. */
export function routerFor(endpoints: readonly AnyEndpoint[]): (request: Request, url: URL) => Promise<Match> {
  const router = Router()
  const anyMethod = Router()
  const byPath = new Map<string, Match>()
  for (const endpoint of endpoints) {
    const path = fullPathOf(endpoint)
    if (!path.includes(':')) byPath.set(`${methodOf(endpoint)} ${path}`, { endpoint, path: {} })
    // Without a result, the router tries the next route. So a path whose id is not a number may belong to another endpoint.
    router[methodOf(endpoint).toLowerCase()]!(path, ({ params }: IRequest) => {
      const decoded = decodedPath(endpoint, params)
      return decoded && { endpoint, path: decoded }
    })
    anyMethod.all(path, ({ params }: IRequest, methods: Set<string>) => {
      if (decodedPath(endpoint, params)) methods.add(methodOf(endpoint))
    })
  }
  const find = async (method: string, url: URL): Promise<Match> =>
    byPath.get(`${method} ${url.pathname}`) ?? ((await router.fetch({ method, url: withoutQuery(url) })) as Match)
  const findAt = async ({ method }: Request, url: URL): Promise<Match> => {
    // HEAD is GET without the body, except on the few paths that declare only HEAD.
    const found = (await find(method, url)) ?? (method === 'HEAD' ? await find('GET', url) : undefined)
    if (found !== undefined) return found
    const methods = new Set<string>()
    await anyMethod.fetch({ method, url: withoutQuery(url) }, methods)
    if (methods.size === 0) return undefined
    if (methods.has('GET')) methods.add('HEAD')
    return { allowed_methods: [...methods.add('OPTIONS')].sort() }
  }
  return async (request, url) => {
    const found = await findAt(request, url)
    if (found !== undefined || !isBelowJson(url)) return found
    const below = await findAt(request, new URL(API_ROOT + url.pathname.slice(JSON_ROOT.length), url))
    // The secret of the deployment is for programs, and never for pages.
    return below && 'endpoint' in below && below.endpoint.caller.needs === 'deployment' ? undefined : below
  }
}

// The router would also parse the query, and its time is quadratic in the number of fields with one name.
const withoutQuery = (url: URL) => url.origin + url.pathname

/** Returns the parameters in a path. Returns undefined if one is malformed, or if an id is not a number. */
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
