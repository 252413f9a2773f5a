import type { EventLog } from '../event-log'
import type { GatewayRow } from './gateway-storage'
import { ConnectedQueues } from './connected-queues'
import { LEASE_MILLISECONDS, type GatewayChange, type GatewayReply, type GatewayStub } from './protocol'
import { SentLists } from './sent-lists'

/** What the realm knows about one of its gateways. */
export type RemoteGateway = {
  number: number
  region: string
  stub: GatewayStub
  lists: SentLists
  /** The number of changes that the gateway must apply, ever. */
  version: number
  /** The version of the newest change that takes a right away. */
  revokedAt: number
  /** The changes after `changesAfter`. The earlier ones are forgotten. */
  changes: { version: number; change: GatewayChange }[]
  changesAfter: number
  /** The version that the gateway has applied. Null: none. Undefined: unknown since the realm woke. */
  applied: number | null | undefined
  /** It has each event up to this one. Undefined: unknown. */
  position: number | undefined
  /** No event after its position and up to this one is for it. */
  nothingUpTo: number
  /** It needs the events up to this one, if some of them are for it. */
  neededUpTo: number
  /** It has stored each event up to this one. */
  stored: number
  /** It serves alone until then, in milliseconds, if a call of the realm reached it. */
  leaseUntil: number
  /** When its last call began, in milliseconds. */
  calledAt: number
  /** A call is due without events: it renews the lease. */
  isDue: boolean
  mustStore: boolean
  listeners: number
  connected: ConnectedQueues
  exchange: Promise<void> | undefined
}

type Context = {
  log: EventLog
  milliseconds: () => number
  stubOf: (number: number, region: string) => GatewayStub
}

/** Returns a gateway as the realm knows it after it woke: an earlier instance may have called it a moment ago. */
export function remoteOf(row: GatewayRow, { stubOf, log, milliseconds }: Context): RemoteGateway {
  const { number, region, version, stored_up_to: stored } = row
  return {
    number,
    region,
    stub: stubOf(number, region),
    lists: new SentLists(() => log.takeId()),
    version,
    revokedAt: version,
    changes: [],
    changesAfter: version,
    applied: undefined,
    position: undefined,
    nothingUpTo: -1,
    neededUpTo: -1,
    stored,
    leaseUntil: milliseconds() + LEASE_MILLISECONDS + CLOCKS_DIFFER_MILLISECONDS,
    calledAt: -Infinity,
    isDue: false,
    mustStore: false,
    listeners: 0,
    connected: new ConnectedQueues(),
    exchange: undefined,
  }
}

/** The clocks of two objects differ by less. */
export const CLOCKS_DIFFER_MILLISECONDS = 1000

/** Returns whether a call would tell the gateway something, or ask it. */
export const hasWork = (remote: RemoteGateway): boolean =>
  remote.isDue ||
  remote.connected.requested.length > 0 ||
  remote.applied !== remote.version ||
  remote.position === undefined ||
  remote.neededUpTo > Math.max(remote.position, remote.nothingUpTo)

/** Returns whether the realm has forgotten changes that the gateway lacks. */
export function needsReset({ applied, version, changesAfter }: RemoteGateway): boolean {
  if (applied === undefined || applied === version) return false
  return applied === null || applied < changesAfter || applied > version
}

/** Remembers which gateways have recipients of an event. `before` is the event before it. */
export function noteAssigned(
  remote: RemoteGateway,
  id: number,
  { before, numbers }: { before: number; numbers: ReadonlySet<number> },
): void {
  if (numbers.has(remote.number)) remote.neededUpTo = id
  else if (remote.position !== undefined && Math.max(remote.position, remote.nothingUpTo) >= before)
    remote.nothingUpTo = id
}

/** Remembers what a gateway answered. `lastId` is the newest event of the realm. */
export function noteReply(
  remote: RemoteGateway,
  { from }: { from: number },
  reply: GatewayReply,
  lastId: number,
): void {
  const { applied, position, stored, listeners } = reply
  if (remote.position === undefined || from > position) remote.neededUpTo = lastId
  if (reply.lacksList) remote.lists.clear()
  if (applied !== null && applied <= remote.version && applied > remote.changesAfter) {
    remote.changes = remote.changes.filter(({ version }) => version > applied)
    remote.changesAfter = applied
  }
  const isBehind = remote.position !== undefined && position < remote.position
  if (isBehind || remote.position === undefined) remote.nothingUpTo = position
  Object.assign(remote, { applied, position, listeners })
  remote.connected.note(reply.connected)
  remote.stored = Math.max(remote.stored, stored)
}
