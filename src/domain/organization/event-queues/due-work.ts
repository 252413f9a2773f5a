import type { DueWork } from '../../../events/due-work'
import { expiredQueues, leftQueues, nextExpiryWhileAllAway } from '../../../events/queue-absence'
import { AWAY_AFTER_SECONDS } from '../../../events/queue-row'
import type { ListeningRealm } from '../../../listening-realm'
import { mayAnswerPings } from '../../people/presence/gateway-pings'
import { everyone } from '../../people/users/events'
import { serverRestarted } from '../../realm/settings/events'
import { beginGeneration } from '../../realm/settings/server-generation'
import { notifyAbsentUsers } from './absent-users'
import { MAINTENANCE_SECONDS } from './actions'

const MAINTENANCE_PAUSE_SECONDS = 60

/** Publishes a `restart` event if a new version of the server runs. */
export const publishServerRestart: DueWork<ListeningRealm> = {
  name: 'publish_server_restart',
  run: (realm) =>
    realm.transaction(() => {
      const server_generation = beginGeneration(realm)
      if (server_generation !== undefined) realm.publish(serverRestarted({ server_generation }), everyone({}))
      return undefined
    }),
}

/** Expires queues that no client reads any more, and trims the event log. */
export const maintainQueues: DueWork<ListeningRealm> = {
  name: 'maintain_queues',
  run: async (realm) => {
    const { queues, log, gateways } = realm
    gateways.retry()
    // The alarm rings soon after every message. Looking at every queue each time would cost more than the message.
    if (realm.now() >= queues.maintainedAt + MAINTENANCE_PAUSE_SECONDS || log.size.isOverLimit) {
      if (gateways.hasAny) await gateways.contactAll()
      if (realm.timeline.state === 'newest' && realm.transaction(() => maintain(realm))) {
        queues.maintainedAt = -Infinity
        return realm.now()
      }
    }
    if (!queues.hasAny) return undefined
    // Nothing changes while all clients sleep. An event lets the alarm ring anyway.
    const expiry = gateways.hasAny ? undefined : nextExpiryWhileAllAway(queues)
    return Math.max(realm.now() + MAINTENANCE_PAUSE_SECONDS, expiry ?? realm.now() + MAINTENANCE_SECONDS)
  },
}

const QUEUES_PER_TURN = 200

/** Returns whether there is more to do. */
function maintain(realm: ListeningRealm): boolean {
  const { queues, log, sockets, gateways } = realm
  gateways.maintain({ mayAnswerPings: mayAnswerPings(realm) })
  sockets.disconnectSilent(realm.now())
  queues.skipTo(sockets.upToDateQueueIds(), sockets.deliveredUpTo)
  const isConnected = (queue_id: string) => sockets.isConnected(queue_id)
  const away = leftQueues(queues, isConnected, QUEUES_PER_TURN)
  for (const { queue_id } of away) queues.setAway(queue_id, true)
  if (away.length === QUEUES_PER_TURN) {
    notifyAbsentUsers(realm, away)
    return true
  }
  queues.maintainedAt = realm.now()
  const expired = expiredQueues(queues, isConnected, QUEUES_PER_TURN)
  for (const { queue_id } of expired) queues.remove(queue_id)
  // Before the log is trimmed: it says which messages these clients did not receive. Other expired queues were noted as away earlier.
  notifyAbsentUsers(realm, [...away, ...expired.filter((queue) => queue.lifespan_seconds <= AWAY_AFTER_SECONDS)])
  const unneeded = gateways.unneededUpTo(queues.unneededUpTo(log.lastId))
  const hasMore = log.trim(unneeded, { keepsSpare: queues.hasAny }) || expired.length === QUEUES_PER_TURN
  return log.size.isOverLimit && !hasMore ? cutLog(realm) : hasMore
}

/** Removes the oldest part of a log that is too large. The queues that still need this part expire. */
function cutLog(realm: ListeningRealm): boolean {
  const { queues, log, sockets, gateways, listeners } = realm
  const last = log.size.lastToCut()
  if (last === undefined) return false
  for (const queue_id of queues.removeSlowest(last)) sockets.release(queue_id, 'noQueue')
  listeners.removeQueues(gateways.slowestIds(last))
  return log.trim(last)
}

/** Sends the rows of the outbox to D1, in batches. If the database is then nearly full, new texts go to another one. */
export const drainOutbox: DueWork<ListeningRealm> = {
  name: 'drain_outbox',
  run: async (realm) => {
    await realm.outbox.drain()
    const database = await realm.databases.nextDatabase()
    // A restore that began meanwhile has noted the generations.
    if (database !== undefined && realm.timeline.state === 'newest')
      realm.transaction(() => {
        const firsts = { first_message_id: realm.messageIds.last + 1, first_edit_id: realm.log.lastId + 1 }
        realm.databases.begin(database, firsts)
      })
    return undefined
  },
}
