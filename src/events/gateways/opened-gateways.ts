import type { Directory } from './directory'
import type { GatewayContext } from './gateway-context'
import { gatewayRows, insertGateway, type GatewayRow } from './gateway-storage'
import { PING_GATEWAY } from './queue-ids'
import { remoteOf, type RemoteGateway } from './remote-gateway'

/** The gateways that the realm has opened, by number. */
export class OpenedGateways {
  readonly remotes = new Map<number, RemoteGateway>()

  constructor(
    readonly context: GatewayContext,
    readonly directory: Directory,
  ) {
    for (const row of gatewayRows(context.sql)) this.remotes.set(row.number, remoteOf(row, context))
  }

  /** Returns a gateway for a new queue of a client in this region. Opens one if all are full. */
  forQueue(region: string): RemoteGateway {
    return this.#remoteWithRoom(region) ?? this.#open(region)
  }

  /** The gateway with the lowest number: so the others become empty when there are fewer clients. */
  #remoteWithRoom(region: string): RemoteGateway | undefined {
    const hasRoom = ({ number }: RemoteGateway) =>
      number !== PING_GATEWAY && this.directory.countIn(number) < this.context.limits.queues_of_gateway
    return [...this.remotes.values()].find((remote) => remote.region === region && hasRoom(remote))
  }

  #open(region: string): RemoteGateway {
    const number = Math.max(PING_GATEWAY, ...this.remotes.keys()) + 1
    return this.#add({ number, region, version: 0, stored_up_to: this.context.log.lastId })
  }

  /** No earlier gateway for pings had the version of the new one. So it forgets what it knows. */
  openForPings(): void {
    const { log } = this.context
    this.#add({ number: PING_GATEWAY, region: '', version: log.takeId(), stored_up_to: log.lastId })
  }

  #add(row: GatewayRow): RemoteGateway {
    insertGateway(this.context.sql, row)
    const remote = { ...remoteOf(row, this.context), leaseUntil: -Infinity }
    this.remotes.set(row.number, remote)
    return remote
  }

  /** Called after a rollback, which undid changes. */
  rollBack(): void {
    const rows = new Map(gatewayRows(this.context.sql).map((row) => [row.number, row]))
    for (const [number, remote] of this.remotes) {
      const row = rows.get(number)
      if (row === undefined) this.remotes.delete(number)
      else Object.assign(remote, { version: row.version, revokedAt: Math.min(remote.revokedAt, row.version) })
      remote.changes = remote.changes.filter(({ version }) => version <= remote.version)
    }
  }
}
