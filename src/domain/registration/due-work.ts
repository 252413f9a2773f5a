import type { Realm } from '../../realm'
import type { DueWork } from '../../events/due-work'
import { CARE_SECONDS } from './actions'

/** Buries queues nobody came back for, and trims the log to what the others may still ask for. */
export const careForQueues: DueWork<Realm> = {
  name: 'care for queues',
  ring: (realm) =>
    realm.transaction(() => {
      realm.queues.buryDead((queue_id) => realm.sockets.isConnected(queue_id))
      realm.log.trim(realm.queues.acknowledgedByAll(realm.log.lastId))
      return realm.queues.any ? realm.now() + CARE_SECONDS : undefined
    }),
}

/** What waits for D1 goes there, many at a time. */
export const drainOutbox: DueWork<Realm> = {
  name: 'drain the outbox',
  ring: async (realm) => {
    await realm.outbox.drain()
    return undefined
  },
}
