import type { Sql } from '../store/realm-sql'
import type { AnyAudienceKind, AnyEventKind } from './event'
import { EventLog } from './event-log'
import { EventReader, type ReadUsers } from './event-reader'
import { FIRST_GATEWAY_QUEUE_ID } from './gateways/queue-ids'
import type { GatewayContext } from './gateways/gateway-context'
import { RealmGateways } from './gateways/realm-gateways'
import { HeldPolls } from './held-polls'
import { Listeners } from './listeners'
import type { Amount } from './log-size'
import { Queues } from './queues'
import type { Peers } from './peers'
import type { Sockets } from './sockets'
import { Tickets } from './tickets'

type Context = {
  sql: Sql
  sockets: Sockets
  peers: Pick<Peers<object>, 'disconnectUser' | 'disconnectSessions'>
  catalogue: {
    eventKinds: ReadonlyMap<string, AnyEventKind>
    audienceKinds: ReadonlyMap<string, AnyAudienceKind>
    realmDeclarations: { readUsers: ReadUsers }
  }
  limit: Amount
  milliseconds: () => number
  gateways: Pick<GatewayContext, 'realm_name' | 'limits' | 'stubOf' | 'wakeAt' | 'isChecked'>
  /** The realm, which has these parts. */
  realm: EventReader['realm']
}

/** Returns the parts of a realm with which it keeps events and sends them to listeners. */
export function eventParts({ catalogue, sql, sockets, peers, limit, milliseconds, realm, ...context }: Context) {
  const now = () => Math.floor(milliseconds() / 1000)
  const log = new EventLog(sql, catalogue.eventKinds, now, limit)
  const queues = new Queues(sql, now, log.size, FIRST_GATEWAY_QUEUE_ID)
  const reader = new EventReader(realm, log, catalogue.audienceKinds, catalogue.realmDeclarations.readUsers)
  const tickets = new Tickets(sql, now)
  const gateways = new RealmGateways({ sql, log, queues, reader, milliseconds, ...context.gateways })
  return {
    log,
    gateways,
    queues,
    reader,
    sockets,
    tickets,
    heldPolls: new HeldPolls({ sockets, queues, log }, milliseconds),
    listeners: new Listeners({ log, queues, reader, sockets, tickets, gateways, peers }),
  }
}
