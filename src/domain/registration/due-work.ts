import type { Realm } from '../../realm'
import type { DueWork } from '../../events/due-work'
import { serverRestarted } from '../realm/events'
import { beginGeneration } from '../realm/server-generation'
import { everyone } from '../users/events'
import { CARE_SECONDS } from './actions'

const LEAST_SECONDS_BETWEEN_CARE = 60

/** Tells those who listen that the server became another while they did. */
export const noticeRestart: DueWork<Realm> = {
  name: 'notice that the server is another version',
  ring: (realm) =>
    realm.transaction(() => {
      const server_generation = beginGeneration(realm)
      if (server_generation !== undefined) realm.publish(serverRestarted({ server_generation }), everyone({}))
      return undefined
    }),
}

/** Buries queues nobody came back for, and trims the log to what the others may still ask for. */
export const careForQueues: DueWork<Realm> = {
  name: 'care for queues',
  ring: (realm) => {
    const { queues, log, sockets } = realm
    // Every message rings this alarm soon after: looking at every queue each time would cost more than the message.
    if (realm.now() >= queues.caredForAt + LEAST_SECONDS_BETWEEN_CARE)
      realm.transaction(() => {
        sockets.dropSilent(realm.now())
        queues.moveOn(sockets.upToDate(), sockets.deliveredUpTo)
        queues.buryDead((queue_id) => sockets.isConnected(queue_id))
        log.trim(queues.acknowledgedByAll(log.lastId))
      })
    return queues.any ? realm.now() + CARE_SECONDS : undefined
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
