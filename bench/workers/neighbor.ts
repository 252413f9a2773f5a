import { sendFromNeighbors } from '../../src/api/realm-locator'
import { readConfig } from '../../src/config'
import { NeighborObject } from '../../src/neighbor-object'
import type { Env } from '../../src/request-context'
import { serve } from '../../src/serve'
import { counted, newMeter } from './counted-d1'
import { crossings, withCountedCrossings } from './counted-crossings'

/** What all neighbors took. They share the memory of the Worker. */
export const neighborMeter = { requests: 0, d1: newMeter() }

/** A neighbor as it is deployed, with meters. */
export class MeteredNeighbor extends NeighborObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, { ...env, DB: counted(env.DB, neighborMeter.d1) })
  }

  override fetch(request: Request): Promise<Response> {
    neighborMeter.requests++
    if (!crossings.isCounting) return super.fetch(request)
    const counted = withCountedCrossings(this.env, 'short')
    return serve(request, counted, readConfig(counted, sendFromNeighbors(counted.NEIGHBOR, this.ctx.id)))
  }
}
