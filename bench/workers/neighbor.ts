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
    return crossings.isCounting ? serve(request, withCountedCrossings(this.env, 'short'), true) : super.fetch(request)
  }
}
