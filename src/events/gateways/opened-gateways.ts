import type { Directory } from './directory'
import type { GatewayContext } from './gateway-context'
import { gatewayRows, insertGateway, writeVersion } from './gateway-storage'
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
    return this.#add(Math.max(PING_GATEWAY, ...this.remotes.keys()) + 1, region)
  }

  openForPings(): void {
    this.#add(PING_GATEWAY, '')
  }

  /** No earlier gateway with this number had the version of the new one. So its object forgets what it knows. */
  #add(number: number, region: string): RemoteGateway {
    const { log, sql } = this.context
    const row = { number, region, version: log.takeId(), stored_up_to: log.lastId }
    insertGateway(sql, row)
    const remote = { ...remoteOf(row, this.context), leaseUntil: -Infinity }
    this.remotes.set(row.number, remote)
    return remote
  }

  /**
   * Gives each gateway a version that it never had, so that it begins anew with the queues that the realm has. A restored state does not
   * know what its gateways have applied since its moment.
   */
  beginAnew(): void {
    const { log, sql } = this.context
    for (const remote of this.remotes.values()) {
      const version = log.takeId()
      Object.assign(remote, { version, revokedAt: version, changes: [], changesAfter: version })
      writeVersion(sql, remote.number, version)
    }
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
    // The transaction had ended these.
    for (const [number, row] of rows)
      if (!this.remotes.has(number)) this.remotes.set(number, remoteOf(row, this.context))
  }
}
