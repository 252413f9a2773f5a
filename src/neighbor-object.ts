import { DurableObject } from 'cloudflare:workers'
import { discardBody } from './api/read-fields'
import { sendFromNeighbors } from './api/realm-locator'
import { readConfig, type Config } from './config'
import { sendOutside, type SendBeside } from './outside/fetch-outside'
import type { Env } from './request-context'
import { serve } from './serve'

/**
 * A neighbor of a realm: an object without state, which the realm creates in its own place. It answers requests that need several
 * decisions of the realm, or reads of D1 and R2 between them, with the code of the Worker. So a user who is far from the realm waits
 * for one long crossing: the Worker calls the neighbor, and all that follows is near.
 *
 * Other neighbors send the requests of the realm and of these neighbors to other servers. The platform lets six requests of an object wait for
 * an answer, and all others wait for these: so no slow server delays what the object itself asks for.
 */
export class NeighborObject extends DurableObject<Env> {
  readonly #config: Config

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#config = readConfig(env, sendFromNeighbors(env.NEIGHBOR, ctx.id))
  }

  override async fetch(request: Request): Promise<Response> {
    const response = await serve(request, this.env, this.#config)
    // The response stays the same if the client breaks off meanwhile.
    if (!request.bodyUsed) await discardBody(request).catch(() => undefined)
    return response
  }

  /** Sends a request of another object to another server. */
  sendOutside(...sent: Parameters<SendBeside>): ReturnType<SendBeside> {
    return sendOutside(...sent)
  }
}
