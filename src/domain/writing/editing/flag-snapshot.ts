import { mapTable } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recentChanges } from '../../../store/recent-changes'
import { periodsOf } from '../../channels/subscriptions/storage'
import type { EarlierChannel } from '../../channels/topics/move'
import { mentionFlagsOf, unreceivedFlags } from '../../messages/access/flags'
import { receivedAndSubscribedSince, wasReceived } from '../../messages/access/receipt-rules'
import { usersWithFlag } from '../../messages/flag-sets/flag-set'
import { isReadForAll } from '../../messages/flag-sets/flagged-runs'
import { mentionedUserIds, usersMentionedByTopic } from '../../messages/message-index/mention-storage'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { usersWithMessageManuallyUnread } from '../../messages/read-state/unread'
import { isProgram } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'

/**
 * The flags of a message at the time of an event, for all users. They are stored with the event, because a client that reads the event
 * later must get the flags of that time. Most users have the flags that follow from their subscriptions, so only the others are named.
 */
export type FlagSnapshot = {
  id: number
  stream_id: number | null // where the message was
  earlier_channels: readonly EarlierChannel[]
  is_read_for_all: boolean
  channel_wildcard: boolean
  // An event of an older version of the server lacks the last list.
  users: Record<Flag, number[]> & { hide_link_previews?: number[] }
}

/** `other_read`: the users who have read the message. If it is read for all users, the users who have it unread. */
type Flag = 'other_read' | 'manually_unread' | 'starred' | 'collapsed' | 'alerted' | 'mentioned' | 'topic_wildcard'

export function flagSnapshot(realm: Realm, message: IndexedMessage): FlagSnapshot {
  const { id, conversation, earlier_channels, index_flags } = message
  const user_ids = usersWithFlags(realm, message)
  const read = new Set(usersWithFlag(realm, 'read', id, user_ids))
  const is_read_for_all = isReadForAll(realm, id)
  return {
    id,
    stream_id: conversation.stream_id,
    earlier_channels,
    is_read_for_all,
    channel_wildcard: (index_flags & IndexFlag.channelWildcard) !== 0,
    users: {
      other_read: user_ids.filter((user_id) => read.has(user_id) !== is_read_for_all),
      manually_unread: usersWithMessageManuallyUnread(realm, message, user_ids),
      starred: usersWithFlag(realm, 'starred', id, user_ids),
      collapsed: usersWithFlag(realm, 'collapsed', id, user_ids),
      hide_link_previews: usersWithFlag(realm, 'hide_link_previews', id, user_ids),
      alerted: usersWithFlag(realm, 'alerted', id, user_ids),
      mentioned: [...mentionedUserIds(realm.sql, message)],
      topic_wildcard: usersMentionedByTopic(realm.sql, message),
    },
  }
}

/** Returns users among whom all are who have a flag of the message. For an old message, these are all users with a queue. */
function usersWithFlags(realm: Realm, { id, sender_id, conversation }: IndexedMessage): readonly number[] {
  const { stream_id, people } = conversation
  if (stream_id === null) return people
  const changed = recentChanges(realm).usersOf(id, [stream_id])
  return changed ? [...changed.add(sender_id)] : realm.listeners.userIds()
}

/** Returns the flags that follow from the user's subscriptions. Most users of a channel have the same ones. */
export function usualFlags(realm: ReadOnlyRealm, snapshot: FlagSnapshot, user_id: number, event_id: number) {
  const { id, stream_id, earlier_channels } = snapshot
  if (stream_id === null) return { isReceived: true, canBeUnread: true }
  const periodsIn = (channel: number) => periodsOf(realm, channel, user_id)
  const message = { id, stream_id, earlier_channels }
  return {
    isReceived: wasReceived(periodsIn, message),
    canBeUnread: receivedAndSubscribedSince(periodsIn, message, event_id),
  }
}

/**
 * Returns the users whose flags may not follow from their subscriptions, and the users whose subscriptions have changed since the message.
 * Undefined: the message is too old to know them.
 */
export function usersWithOtherFlags(realm: ReadOnlyRealm, snapshot: FlagSnapshot): number[] | undefined {
  const named = Object.values(snapshot.users).flat()
  const channels = channelsOf(snapshot)
  const changed = channels.length === 0 ? [] : recentChanges(realm).usersOf(snapshot.id, channels)
  return changed && [...named, ...changed]
}

/** Returns the channels that the message has been in. */
export const channelsOf = ({ stream_id, earlier_channels }: FlagSnapshot): number[] =>
  stream_id === null ? [] : [...earlier_channels.map((earlier) => earlier.stream_id), stream_id]

/** Returns the flags of one user, in the order of `GET /messages`. */
export function flagsOfUser(realm: ReadOnlyRealm, snapshot: FlagSnapshot, user_id: number, event_id: number): string[] {
  const { isReceived, canBeUnread } = usualFlags(realm, snapshot, user_id, event_id)
  const users = usersIn(snapshot)
  const hasRead = users.other_read.has(user_id) !== snapshot.is_read_for_all
  const flags: string[] = []
  if (hasRead || !(canBeUnread || users.manually_unread.has(user_id))) flags.push('read')
  if (users.starred.has(user_id)) flags.push('starred')
  if (users.collapsed.has(user_id)) flags.push('collapsed')
  if (users.hide_link_previews?.has(user_id)) flags.push('hide_link_previews')
  if (!isReceived)
    return [...flags, ...unreceivedFlags(users.mentioned.has(user_id) && isProgram(findUser(realm, user_id)!))]
  if (users.alerted.has(user_id)) flags.push('has_alert_word')
  const mentions = {
    isMentioned: users.mentioned.has(user_id),
    byChannel: snapshot.channel_wildcard,
    byTopic: users.topic_wildcard.has(user_id),
  }
  return [...flags, ...mentionFlagsOf(mentions)]
}

type UsersByFlag = Readonly<Record<Flag, ReadonlySet<number>> & { hide_link_previews?: ReadonlySet<number> }>

const setsBySnapshot = new WeakMap<FlagSnapshot, UsersByFlag>()

/** Returns the users as sets: an event asks for each user of a realm. */
function usersIn(snapshot: FlagSnapshot): UsersByFlag {
  const earlier = setsBySnapshot.get(snapshot)
  if (earlier) return earlier
  const sets = mapTable(snapshot.users, (ids) => new Set(ids))
  setsBySnapshot.set(snapshot, sets)
  return sets
}
