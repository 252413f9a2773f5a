import { DurableObject } from 'cloudflare:workers'
import { discardBody } from './api/read-fields'
import type { Env } from './request-context'
import { serve } from './serve'

/**
 * A neighbor of a realm: an object without state, which the realm creates in its own place. It answers requests that need several
 * decisions of the realm, or reads of D1 and R2 between them, with the code of the Worker. So a user who is far from the realm waits
 * for one long crossing: the Worker calls the neighbor, and all that follows is near.
 */
export class NeighborObject extends DurableObject<Env> {
  override async fetch(request: Request): Promise<Response> {
    const response = await serve(request, this.env, true)
    // The response stays the same if the client breaks off meanwhile.
    if (!request.bodyUsed) await discardBody(request).catch(() => undefined)
    return response
  }
}
