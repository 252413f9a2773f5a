import type { Realm } from '../../../realm'

export function endQueues(realm: Realm, queue_ids: readonly string[]): void {
  for (const queue_id of queue_ids) {
    realm.queues.remove(queue_id)
    realm.sockets.release(queue_id, 'noQueue')
  }
}

/** What is different for somebody is too much to tell: their clients find that their queues are gone, and ask for it all. */
export const startAnew = (realm: Realm, user_id: number): void => endQueues(realm, realm.queues.idsOf(user_id))
