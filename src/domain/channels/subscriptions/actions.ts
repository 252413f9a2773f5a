import { inPieces } from '../../../api/pieces'
import type { Realm } from '../../../realm'
import { viewersWithSubscriberAccess } from './access'
import { peersAdded, peersRemoved } from './events'
import { publishSubscriberCount } from './subscriber-count'
import { endPeriods, openSubscriptions, periodsOfUser, subscriptionsOf } from './storage'
import { CHANNELS_PER_EVENT, filterByChannel } from './new-subscribers'

/**
 * Somebody is gone who may come back. Nobody counts them any more among those who are in a channel, and they receive
 * nothing; which channels they were in stays written.
 */
export function suspendSubscriptions(realm: Realm, user_id: number): void {
  const open = periodsOfUser(realm.sql, user_id).filter((span) => span.to_message === null)
  for (const { stream_id } of open) endPeriods(realm, stream_id, [user_id], realm.messageIds.last)
  tell(realm, peersRemoved, open, user_id)
}

/** They are back, in the channels that they were in. What was said in between they did not receive. */
export function resumeSubscriptions(realm: Realm, user_id: number): void {
  const resting = subscriptionsOf(realm.sql, user_id).filter(({ is_active }) => is_active)
  for (const { stream_id, color } of resting)
    openSubscriptions(realm, stream_id, [{ user_id, color }], realm.messageIds.last)
  tell(realm, peersAdded, resting, user_id)
}

type Told = typeof peersAdded

function tell(realm: Realm, event: Told, channels: readonly { stream_id: number }[], user_id: number) {
  for (const some of inPieces(channels, CHANNELS_PER_EVENT)) {
    const stream_ids = some.map(({ stream_id }) => stream_id)
    const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
    realm.publish(event({ stream_ids, user_ids: [user_id], ...filterByChannel(realm, stream_ids) }), viewers)
    for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
  }
}
