import { gatewayOf } from '../../../events/gateways/queue-ids'
import type { AbsenceChanges, ExpiredQueue } from '../../../events/gateways/protocol'
import type { Queue } from '../../../events/queue'
import { needsAfter } from '../../../events/queue-position'
import type { ListeningRealm } from '../../../listening-realm'
import { notifyAbsentUser } from '../../mail/missed-messages/absence'

/** Removes queues that expired in a gateway, and notifies their users. The gateway says which message they did not receive. */
export function removeExpiredQueues(realm: ListeningRealm, gateway: number, expired: readonly ExpiredQueue[]): void {
  const ended = queuesOfGateway(realm, gateway, expired)
  for (const { queue } of ended) realm.gateways.removeExpired(queue.queue_id)
  notifyUsersWhoMissed(
    realm,
    ended.filter(({ wasAway }) => !wasAway),
  )
}

/** Notes which clients of a gateway have left, and notifies their users. Notes which clients have returned. */
export function noteAbsence(realm: ListeningRealm, gateway: number, { left, returned }: AbsenceChanges): void {
  for (const queue_id of returned) if (gatewayOf(queue_id) === gateway) realm.queues.setAway(queue_id, false)
  const away = queuesOfGateway(realm, gateway, left)
  for (const { queue } of away) realm.queues.setAway(queue.queue_id, true)
  notifyUsersWhoMissed(realm, away)
}

type QueueOfGateway = { queue: Queue; wasAway: boolean; first_id: number }

function queuesOfGateway(realm: ListeningRealm, gateway: number, reported: readonly ExpiredQueue[]): QueueOfGateway[] {
  return reported.flatMap(({ queue_id, ...missed }) => {
    const cached = gatewayOf(queue_id) === gateway ? realm.queues.cached(queue_id) : undefined
    return cached ? [{ queue: cached.queue, wasAway: cached.isAway, first_id: firstIdOf(missed) }] : []
  })
}

function notifyUsersWhoMissed(realm: ListeningRealm, ended: readonly QueueOfGateway[]): void {
  const receiving = ended.filter(({ queue }) => receivesMessages(queue))
  const present = realm.listeners.receiversAmong(receiving.map(({ queue }) => queue.user_id))
  for (const [user_id, queues] of Map.groupBy(receiving, ({ queue }) => queue.user_id)) {
    // The client that was connected last has received the most.
    const first_id = Math.max(...queues.map((each) => each.first_id))
    if (!present.has(user_id) && first_id < Infinity) notifyAbsentUser(realm, user_id, first_id)
  }
}

const receivesMessages = ({ event_types }: Queue) => event_types === null || event_types.includes('message')

/** Returns the first message that a client did not receive. Infinity: it has received all. */
function firstIdOf({ missed_id, missed = NO_MESSAGE }: Omit<ExpiredQueue, 'queue_id'>): number {
  if (missed_id !== undefined) return missed_id
  const { message }: { message?: { id: number } } = JSON.parse(missed)
  return message?.id ?? Infinity
}

const NO_MESSAGE = '{}'

/** Notifies the users of ended queues who have no other client that receives messages. Called before the log is trimmed. */
export function notifyAbsentUsers(realm: ListeningRealm, ended: readonly Queue[]): void {
  const receiving = ended.filter(receivesMessages)
  const present = realm.listeners.receiversAmong(receiving.map(({ user_id }) => user_id))
  for (const [user_id, queues] of Map.groupBy(receiving, (queue) => queue.user_id)) {
    if (present.has(user_id)) continue
    // Each client has the events up to its position. The client that was connected last has received the most.
    const position = Math.max(...queues.map(needsAfter))
    const first_id = realm.log.firstNumberAfter(position, 'message', '$.message.id')
    if (first_id !== undefined) notifyAbsentUser(realm, user_id, first_id)
  }
}
