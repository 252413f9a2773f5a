import type { Realm } from '../../../realm'
import { removeStoredFlag } from '../flag-sets/actions'
import { FlagSet } from '../flag-sets/flag-set'
import { storeManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo } from '../flag-sets/read-up-to-storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { MessageAccess } from '../access/access'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { requireOwnOrReadable, addToOwnHistory } from './actions'
import { flagsRemoved } from './events'
import { unreadDetails } from './unread-state'

export type MarkedUnread = { messages: number[]; ignored_because_not_subscribed_channels: number[] }

/**
 * Makes messages unread again, in direct conversations and in channels that somebody is in. What was sent before they
 * joined becomes part of their own history by that.
 */
export function markUnread(realm: Realm, actor: User, ids: readonly number[]): MarkedUnread {
  const access = new MessageAccess(realm, actor)
  const read = new FlagSet(realm, actor.user_id, 'read')
  const found = rowsWithIds(realm, ids)
  requireOwnOrReadable(access, found, ids)
  const rows = found.filter((row) => access.canRead(row))
  const changed = rows.filter(
    (row) => canHoldUnread(access, row) && (read.has(row.id) || !access.countsAsUnreadIfNotRead(row)),
  )
  if (changed.length > 0) makeUnread(realm, actor, changed, access)
  const notSubscribed = rows.flatMap((row) =>
    canHoldUnread(access, row) ? [] : (access.conversationOf(row).stream_id ?? []),
  )
  return {
    messages: changed.map((row) => row.id),
    ignored_because_not_subscribed_channels: [...new Set(notSubscribed)].sort((a, b) => a - b),
  }
}

/** Where unread messages may be. */
function canHoldUnread(access: MessageAccess, row: IndexRow): boolean {
  const { stream_id } = access.conversationOf(row)
  return stream_id === null || access.isSubscribed(stream_id)
}

function makeUnread(realm: Realm, actor: User, changed: readonly IndexRow[], access: MessageAccess) {
  const { user_id } = actor
  const messages = changed.map((row) => row.id)
  addToOwnHistory(realm, actor, access, changed)
  removeStoredFlag(realm, user_id, 'read', messages)
  const floor = findReadUpTo(realm, user_id)
  const isNoNews = (row: IndexRow) => row.id <= floor || !access.receivedAndSubscribedSince(row)
  const again = changed.filter(isNoNews).map((row) => row.id)
  if (again.length > 0)
    storeManuallyUnread(realm, user_id, again, (earlier, at_event) =>
      rowsWithIds(realm, earlier).flatMap((row) => (access.subscribedSince(row, at_event) ? [row.id] : [])),
    )
  const message_details = unreadDetails(access, changed)
  realm.publish(
    flagsRemoved({ operation: 'remove', flag: 'read', messages, all: false, message_details }),
    people({ user_ids: [user_id] }),
  )
}
