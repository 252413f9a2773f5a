import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { addStoredFlag } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { FlagSet } from '../flag-sets/flag-set'
import { ManuallyUnread, usersWithManuallyUnread } from '../flag-sets/manually-unread-storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import { MessageAccess } from './access'

/**
 * The history of a channel that was open may be protected by now. What its people made unread of it without having
 * received it they can read no more, and nothing is unread that cannot be read.
 */
export function markUnreadableAsRead(realm: Realm, before: Channel): void {
  const { stream_id, history_public_to_subscribers: wasOpen } = before
  if (!wasOpen || getChannel(realm, stream_id).history_public_to_subscribers) return
  for (const user_id of usersWithManuallyUnread(realm)) {
    const access = new MessageAccess(realm, maybeUser(realm, user_id)!)
    if (!access.isSubscribed(stream_id)) continue
    for (const ids of new ManuallyUnread(realm, user_id).inBatches()) {
      const messages = unreadableIds(access, stream_id, ids)
      if (messages.length > 0) publishRead(realm, user_id, messages)
    }
  }
}

function unreadableIds(access: MessageAccess, stream_id: number, ids: readonly number[]): number[] {
  const { realm, reader } = access
  const read = new FlagSet(realm, reader.user_id, 'read')
  const isLost = (row: IndexRow) =>
    access.conversationOf(row).stream_id === stream_id &&
    !read.has(row.id) &&
    access.countsAsUnreadIfNotRead(row) &&
    !access.canRead(row)
  return rowsWithIds(realm, ids)
    .filter(isLost)
    .map(({ id }) => id)
}

function publishRead(realm: Realm, user_id: number, messages: number[]) {
  addStoredFlag(realm, user_id, 'read', messages)
  realm.publish(flagsAdded({ operation: 'add', flag: 'read', messages, all: false }), people({ user_ids: [user_id] }))
}
