import { sendOutside, type SendBeside } from '../outside/fetch-outside'
import { withTimeLimit } from '../store/time-limit'
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

/** The platform lets six requests of an object wait for an answer. All others of the object wait for one of these. */
const REQUESTS_OF_NEIGHBOR = 6
/** The call of a neighbor may take longer than its request by so much. */
const CALL_SECONDS = 2

/**
 * The neighbors that send requests of another object to other servers. There are as many as the requests under way need, so a server that does
 * not answer delays no other request, and nothing that the object itself asks for.
 */
export class Senders {
  /** How many requests of each neighbor are under way. */
  readonly #counts: number[] = []

  constructor(readonly senderOf: (name: string) => { sendOutside: SendBeside }) {}

  send: SendBeside = async (policy, purpose, request) => {
    const free = this.#counts.findIndex((count) => count < REQUESTS_OF_NEIGHBOR)
    const number = free < 0 ? this.#counts.length : free
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
    try {
      const sent = this.senderOf(`sender-${number}`).sendOutside(policy, purpose, request)
      return await withTimeLimit(purpose.milliseconds / 1000 + CALL_SECONDS, sent)
    } catch (error) {
      if (isFromOldNeighbor(error)) return await sendOutside(policy, purpose, request)
      throw error
    } finally {
      this.#counts[number]--
    }
  }
}

/** While versions of the server are deployed one after the other, a neighbor may be of one that sends nothing. It has received nothing then. */
const isFromOldNeighbor = (error: unknown): boolean =>
  error instanceof TypeError && error.message.includes('does not implement')
