import type { EventLog } from './events/event-log'
import type { EventReader } from './events/event-reader'
import type { HeldPolls } from './events/held-polls'
import type { Queues } from './events/queues'
import type { Sockets } from './events/sockets'
import type { AnyStateSlice } from './events/state-slice'
import type { Tickets } from './events/tickets'
import type { Realm } from './realm'

/** The realm as the realm object and the endpoints of event queues see it. No other code imports this type. */
export type ListeningRealm = Realm & {
  log: EventLog
  queues: Queues
  reader: EventReader
  sockets: Sockets
  heldPolls: HeldPolls
  tickets: Tickets
  slices: readonly AnyStateSlice[]
}

/** Removes from memory everything that a transaction may have changed before it failed. */
export function rollBackMemory(realm: ListeningRealm): void {
  realm.cache.invalidateAll()
  realm.bodies.rollBackPut()
  realm.queues.rewriteOnNextUse()
  realm.log.reserveOnNextUse()
  realm.messageIds.recount()
  realm.outbox.recount()
}
