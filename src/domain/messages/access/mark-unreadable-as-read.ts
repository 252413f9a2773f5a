import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { addStoredFlag } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { FlagSet } from '../flag-sets/flag-set'
import { ManuallyUnread, usersWithManuallyUnread } from '../flag-sets/manually-unread-storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import { MessageAccess } from './access'

/**
 * Call after a change of a channel that may have protected its history. Subscribers can no longer read messages that they did
 * not receive, so this marks those as read that they had marked as unread.
 */
export function markUnreadableAsRead(realm: Realm, before: Channel): void {
  const { stream_id, history_public_to_subscribers: wasShared } = before
  if (!wasShared || getChannel(realm, stream_id).history_public_to_subscribers) return
  for (const user_id of usersWithManuallyUnread(realm.sql)) {
    const access = new MessageAccess(realm, findUser(realm, user_id)!)
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
  const isUnreadable = (row: IndexRow) =>
    access.conversationOf(row).stream_id === stream_id &&
    !read.has(row.id) &&
    access.countsAsUnreadIfNotRead(row) &&
    !access.canRead(row)
  return rowsWithIds(realm.sql, ids)
    .filter(isUnreadable)
    .map(({ id }) => id)
}

function publishRead(realm: Realm, user_id: number, messages: number[]) {
  addStoredFlag(realm, user_id, 'read', messages)
  realm.publish(
    flagsAdded({ operation: 'add', flag: 'read', messages, all: false }),
    onlyUsers({ user_ids: [user_id] }),
  )
}
