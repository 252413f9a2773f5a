import type { GatewayBatch, GatewayReply } from '../src/events/gateways/protocol'
import { GatewayObject as DeployedGateway, type GatewayEnv } from '../src/gateway-object'

/**
 * The gateway as it is deployed. With the variable EMPTY_GATEWAYS it confirms each call of the realm and does nothing, so that the
 * bench measures the realm alone.
 */
export class GatewayObject extends DeployedGateway {
  readonly #isEmpty: boolean
  #position = -1
  #applied: number | null = null

  constructor(ctx: DurableObjectState, env: GatewayEnv & { EMPTY_GATEWAYS?: string }) {
    super(ctx, env)
    this.#isEmpty = env.EMPTY_GATEWAYS === 'true'
  }

  override deliver(batch: GatewayBatch): GatewayReply {
    if (!this.#isEmpty) return super.deliver(batch)
    const { from, upTo, version, reset } = batch
    if (reset || this.#applied !== null) this.#applied = version
    if (reset) this.#position = Math.max(this.#position, reset.after)
    if (from <= this.#position) this.#position = Math.max(this.#position, upTo)
    const [position, applied] = [this.#position, this.#applied]
    return { position, stored: position, applied, lacksList: false, listeners: 0, connected: [] }
  }
}
