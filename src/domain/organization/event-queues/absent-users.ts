import type { Queue } from '../../../events/queue'
import { needsAfter } from '../../../events/queue-position'
import type { ListeningRealm } from '../../../listening-realm'
import { notifyAbsentUser } from '../../accounts/missed-messages/absence'

/** Notifies the users of ended queues who have no other client that receives messages. Called before the log is trimmed. */
export function notifyAbsentUsers(realm: ListeningRealm, ended: readonly Queue[]): void {
  const receiving = ended.filter(({ event_types }) => event_types === null || event_types.includes('message'))
  const present = realm.listeners.receiversAmong(receiving.map(({ user_id }) => user_id))
  for (const [user_id, queues] of Map.groupBy(receiving, (queue) => queue.user_id)) {
    if (present.has(user_id)) continue
    // Each client has the events up to its position. The one that was here last knows most.
    const position = Math.max(...queues.map(needsAfter))
    const first_id = realm.log.firstNumberAfter(position, 'message', '$.message.id')
    if (first_id !== undefined) notifyAbsentUser(realm, user_id, first_id)
  }
}
