import type { GatewayBatch, GatewayReply } from '../../src/events/gateways/protocol'

/**
 * Gateways that accept all and do nothing, without a call of another object. So the CPU of the process is the realm's, which decides who
 * receives an event and builds the batches.
 */
export class AcceptingGateways {
  /** Returns the newest event of the realm. */
  newestId: () => number = () => 0

  /** The binding of such gateways. */
  readonly namespace: DurableObjectNamespace = Object.assign(Object.create(null), {
    idFromName: (name: string) => name,
    get: () => ({ deliver: (batch: GatewayBatch) => Promise.resolve(this.#accept(batch)) }),
  })

  #accept({ upTo, version }: GatewayBatch): GatewayReply {
    // The first call asks where to continue: after all events.
    const position = upTo < 0 ? this.newestId() : upTo
    return { position, stored: position, applied: version, lacksList: false, listeners: 0, connected: [] }
  }
}
