import { GatewayObject } from '../../src/gateway-object'

/** A gateway as it is deployed, with a method that only the bench calls. */
export class MeteredGateway extends GatewayObject {
  /** Returns the number of listeners that wait. */
  parked() {
    return this.ctx.getWebSockets().length + this.meter().heldPolls
  }
}
