import { badRequest } from '../../../api/errors'
import type { Queue, QueueOptions } from '../../../events/queue'
import type { ListeningRealm } from '../../../listening-realm'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { refusalOfEventNarrow } from '../../writing/sending/event-narrow'

export const notAuthorizedForQuery = badRequest(() => 'User not authorized for this query')

/**
 * Creates a queue for the events after this moment. State that is read in the same transaction includes all earlier events
 * and no later ones.
 */
export function createQueue(realm: ListeningRealm, actor: User, options: QueueOptions): Queue {
  if (options.all_public_streams && isGuest(actor)) throw notAuthorizedForQuery({})
  const refusal = refusalOfEventNarrow(options.narrow)
  if (refusal) throw refusal
  realm.wakeAt(realm.now() + MAINTENANCE_SECONDS)
  removeExcessQueues(realm, actor)
  const owner = { user_id: actor.user_id, session_id: realm.session.id ?? null }
  const random = realm.randomUuid()
  const queue_id = realm.gateways.newQueueId(realm.client.region ?? '', random)
  const queue = realm.queues.register(owner, queue_id ?? random, realm.log.lastId, options)
  if (queue_id !== undefined) realm.gateways.register(queue)
  return queue
}

/** Removes queues so that the user can have one more. Queues without a connected client go first, and the oldest of them. */
function removeExcessQueues(realm: ListeningRealm, { user_id }: User): void {
  const own = realm.queues.idsOf(user_id)
  const isConnected = (id: string) => realm.sockets.isConnected(id) || realm.gateways.isConnected(user_id, id)
  const inOrderOfRemoval = [...own.filter((id) => !isConnected(id)), ...own.filter((id) => isConnected(id))]
  realm.listeners.removeQueues(inOrderOfRemoval.slice(0, Math.max(0, own.length + 1 - MAX_QUEUES_PER_USER)))
}

const MAX_QUEUES_PER_USER = 100

/** While there are queues, the alarm expires queues and trims the event log at least this often. */
export const MAINTENANCE_SECONDS = 600
