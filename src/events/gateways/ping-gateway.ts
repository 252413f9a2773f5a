import { PING_GATEWAY } from './queue-ids'
import type { RemoteGateway } from './remote-gateway'

/**
 * When a realm has a gateway for pings: while queues are in gateways, and the presences are not lists of all users. It has no
 * queues. It remembers who is there, and tells the realm every few seconds.
 */
export class PingGateway {
  /** Whether a gateway may answer pings, as far as the realm has decided since it woke. */
  #mayAnswer = true

  constructor(
    readonly remotes: ReadonlyMap<number, RemoteGateway>,
    readonly milliseconds: () => number,
  ) {}

  get isOpen(): boolean {
    return this.remotes.has(PING_GATEWAY) && this.isServed(PING_GATEWAY)
  }

  /** Whether the realm renews the lease of a gateway. */
  isServed(number: number): boolean {
    return number !== PING_GATEWAY || (this.#mayAnswer && this.#haveQueues)
  }

  get #haveQueues(): boolean {
    return this.remotes.size > (this.remotes.has(PING_GATEWAY) ? 1 : 0)
  }

  /** When it is not needed any more, it serves until its lease ends, and must learn until then which rights end. */
  isNeeded(leaseUntil: number): boolean {
    return this.isServed(PING_GATEWAY) || this.milliseconds() < leaseUntil
  }

  /** Returns whether the realm must open it now. */
  decide(mayAnswer: boolean): boolean {
    this.#mayAnswer = mayAnswer
    return mayAnswer && this.#haveQueues && !this.remotes.has(PING_GATEWAY)
  }
}
