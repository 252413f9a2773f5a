import { hasSmallBody } from './admit-before-body'

/**
 * The neighbors of a realm (neighbor-object.ts). An object stays where it was first called from. So the realm makes the first call of
 * each neighbor: a Worker sends its first request to a neighbor through the realm.
 */

/** How many neighbors share the work of a realm: each has one thread. */
const NEIGHBORS = 4
let next = 0
/** Returns the number of the neighbor for the next request of this Worker. */
export const nextNeighbor = (): number => next++ % NEIGHBORS

/** Returns the name of a neighbor of a realm. The name of a realm has no slash. */
export const neighborName = (realm_name: string, number: number): string => `${realm_name}/neighbor-${number}`

const NUMBER_HEADER = 'x-neighbor'

/** Returns the number of the neighbor for which a request is. Undefined: the request is for the realm itself. */
export function neighborNumberOf({ headers }: Request): number | undefined {
  const number = headers.get(NUMBER_HEADER)
  return number === null ? undefined : Number(number)
}

/** The response of an object without a realm. */
export const noRealmResponse = (): Response => new Response(null, { status: 404, headers: { [NO_REALM_HEADER]: '1' } })
export const isFromNoRealm = ({ headers }: Response): boolean => headers.has(NO_REALM_HEADER)
const NO_REALM_HEADER = 'x-no-realm'

/** Returns a function that returns the request for a neighbor, once for each place where the realm may be if its body is small. */
export async function requestsForNeighbor(request: Request, number: number): Promise<() => Request> {
  const headers = new Headers(request.headers)
  headers.set(NUMBER_HEADER, String(number))
  if (request.body === null || !hasSmallBody(request)) return () => new Request(request, { headers })
  const { url, method } = request
  const body = await request.arrayBuffer()
  return () => new Request(url, { method, headers, body, redirect: 'manual' })
}
