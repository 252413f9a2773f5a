import type { Realm } from '../../../realm'
import type { DueWork } from '../../../events/due-work'
import { serverRestarted } from '../../realm/settings/events'
import { beginGeneration } from '../../realm/settings/server-generation'
import { everyone } from '../../people/users/events'
import { CARE_SECONDS } from './actions'

const LEAST_SECONDS_BETWEEN_CARE = 60

/** Tells those who listen that the server became another while they did. */
export const noticeRestart: DueWork<Realm> = {
  name: 'publish_server_restart',
  run: (realm) =>
    realm.transaction(() => {
      const server_generation = beginGeneration(realm)
      if (server_generation !== undefined) realm.publish(serverRestarted({ server_generation }), everyone({}))
      return undefined
    }),
}

/** Buries queues nobody came back for, and trims the log to what the others may still ask for, and to its limit. */
export const careForQueues: DueWork<Realm> = {
  name: 'maintain_queues',
  run: (realm) => {
    const { queues, log } = realm
    // Every message rings this alarm soon after: looking at every queue each time would cost more than the message.
    if (realm.now() >= queues.maintainedAt + LEAST_SECONDS_BETWEEN_CARE || log.size.isOverLimit)
      if (realm.transaction(() => care(realm))) {
        queues.maintainedAt = -Infinity
        return realm.now()
      }
    return queues.hasAny ? realm.now() + CARE_SECONDS : undefined
  },
}

/** Returns whether more of the log is left to trim. */
function care(realm: Realm): boolean {
  const { queues, log, sockets } = realm
  sockets.disconnectSilent(realm.now())
  queues.skipTo(sockets.upToDateQueueIds(), sockets.deliveredUpTo)
  queues.removeExpired((queue_id) => sockets.isConnected(queue_id))
  const isMore = log.trim(queues.unneededUpTo(log.lastId))
  return log.size.isOverLimit && !isMore ? cut(realm) : isMore
}

/** Makes room in a log that is too large: the queues that still need its oldest part expire. */
function cut(realm: Realm): boolean {
  const { queues, log, sockets } = realm
  const last = log.size.lastToCut()
  if (last === undefined) return false
  for (const queue_id of queues.removeSlowest(last)) sockets.release(queue_id, 'noQueue')
  return log.trim(last)
}

/** What waits for D1 goes there, many at a time. */
export const drainOutbox: DueWork<Realm> = {
  name: 'drain_outbox',
  run: async (realm) => {
    await realm.outbox.drain()
    return undefined
  },
}
