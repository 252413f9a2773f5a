import type { Realm } from '../../realm'
import type { DueWork } from '../../events/due-work'
import { CARE_SECONDS } from './actions'

const LEAST_SECONDS_BETWEEN_CARE = 60

/** Buries queues nobody came back for, and trims the log to what the others may still ask for. */
export const careForQueues: DueWork<Realm> = {
  name: 'care for queues',
  ring: (realm) => {
    // Every message rings this alarm soon after: looking at every queue each time would cost more than the message.
    const next = realm.queues.caredForAt + LEAST_SECONDS_BETWEEN_CARE
    if (realm.now() < next) return next
    return realm.transaction(() => {
      realm.queues.buryDead((queue_id) => realm.sockets.isConnected(queue_id))
      realm.log.trim(realm.queues.acknowledgedByAll(realm.log.lastId))
      return realm.queues.any ? realm.now() + CARE_SECONDS : undefined
    })
  },
}

/** What waits for D1 goes there, many at a time. */
export const drainOutbox: DueWork<Realm> = {
  name: 'drain the outbox',
  ring: async (realm) => {
    await realm.outbox.drain()
    return undefined
  },
}
