import type { Realm } from '../../../realm'
import { removeStoredFlag } from '../flag-sets/actions'
import { FlagSet } from '../flag-sets/flag-set'
import { storeManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo } from '../flag-sets/read-up-to-storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { MessageAccess } from '../access/access'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { requireOwnOrReadable, addToOwnHistory } from './actions'
import { flagsRemoved } from './events'
import { unreadDetails } from './unread-state'

export type MarkedUnread = { messages: number[]; ignored_because_not_subscribed_channels: number[] }

/**
 * Marks messages as unread: direct messages, and messages of channels to which the actor is subscribed. Messages that the actor
 * did not receive become part of the actor's own history. Returns the messages that changed, and the ignored channels.
 */
export function markUnread(realm: Realm, actor: User, ids: readonly number[]): MarkedUnread {
  const access = new MessageAccess(realm, actor)
  const read = new FlagSet(realm, actor.user_id, 'read')
  const found = rowsWithIds(realm.sql, ids)
  requireOwnOrReadable(access, found, ids)
  const rows = found.filter((row) => access.canRead(row))
  const changed = rows.filter(
    (row) => canMarkUnread(access, row) && (read.has(row.id) || !access.countsAsUnreadIfNotRead(row)),
  )
  if (changed.length > 0) storeUnread(realm, actor, changed, access)
  const notSubscribed = rows.flatMap((row) =>
    canMarkUnread(access, row) ? [] : (access.conversationOf(row).stream_id ?? []),
  )
  return {
    messages: changed.map((row) => row.id),
    ignored_because_not_subscribed_channels: [...new Set(notSubscribed)].sort((a, b) => a - b),
  }
}

/** Returns whether the message can be unread: a user has no unread messages in a channel without a subscription. */
function canMarkUnread(access: MessageAccess, row: IndexRow): boolean {
  const { stream_id } = access.conversationOf(row)
  return stream_id === null || access.isSubscribed(stream_id)
}

function storeUnread(realm: Realm, actor: User, changed: readonly IndexRow[], access: MessageAccess) {
  const { user_id } = actor
  const messages = changed.map((row) => row.id)
  addToOwnHistory(realm, actor, access, changed)
  removeStoredFlag(realm, user_id, 'read', messages)
  const readUpTo = findReadUpTo(realm.sql, user_id)
  const cannotBeComputed = (row: IndexRow) => row.id <= readUpTo || !access.receivedAndSubscribedSince(row)
  const toStore = changed.filter(cannotBeComputed).map((row) => row.id)
  if (toStore.length > 0)
    storeManuallyUnread(realm, user_id, toStore, (earlier, at_event) =>
      rowsWithIds(realm.sql, earlier).flatMap((row) => (access.subscribedSince(row, at_event) ? [row.id] : [])),
    )
  const message_details = unreadDetails(access, changed)
  realm.publish(
    flagsRemoved({ operation: 'remove', flag: 'read', messages, all: false, message_details }),
    onlyUsers({ user_ids: [user_id] }),
  )
}
