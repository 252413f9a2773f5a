import { mapTable } from '../../../api/table'
import type { Realm } from '../../../realm'
import { usersWithFlag } from '../../messages/flag-sets/flag-set'
import { isMentionedByTopic, mentionedUserIds } from '../../messages/message-index/mention-storage'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { mentionFlagsOf } from '../../messages/access/flags'
import { receivedAndSubscribedSince, wasReceived } from '../../messages/access/receipt-rules'
import { usersWithMessageManuallyUnread } from '../../messages/read-state/unread'
import { periodsOf } from '../../channels/subscriptions/storage'

/**
 * The flags of a message at the time of an event, for all users who have a queue. They are stored with the event, because a
 * client that reads the event later must get the flags of that time.
 */
export type FlagSnapshot = {
  received: number[]
  read: number[]
  starred: number[]
  collapsed: number[]
  alerted: number[]
  mentioned: number[]
  channel_wildcard: boolean
  topic_wildcard: number[]
}

export function flagSnapshot(realm: Realm, message: IndexedMessage): FlagSnapshot {
  const { id, conversation, earlier_channels, index_flags } = message
  const { stream_id, people } = conversation
  const user_ids = realm.listeners.userIds().filter((user_id) => people?.includes(user_id) ?? true)
  const passes = (rule: typeof wasReceived) => (user_id: number) =>
    stream_id === null || rule((channel) => periodsOf(realm, channel, user_id), { id, stream_id, earlier_channels })
  const received = user_ids.filter(passes(wasReceived))
  const canBeUnreadFor = passes(receivedAndSubscribedSince)
  const read = new Set(usersWithFlag(realm, 'read', id, user_ids))
  const manuallyUnread = new Set(usersWithMessageManuallyUnread(realm, message, user_ids))
  const mentioned = mentionedUserIds(realm.sql, message)
  return {
    received,
    read: user_ids.filter((user_id) => read.has(user_id) || !(canBeUnreadFor(user_id) || manuallyUnread.has(user_id))),
    starred: usersWithFlag(realm, 'starred', id, user_ids),
    collapsed: usersWithFlag(realm, 'collapsed', id, user_ids),
    alerted: usersWithFlag(realm, 'alerted', id, received),
    mentioned: received.filter((user_id) => mentioned.has(user_id)),
    channel_wildcard: (index_flags & IndexFlag.channelWildcard) !== 0,
    topic_wildcard: received.filter((user_id) => isMentionedByTopic(realm.sql, message, user_id)),
  }
}

/** Returns the flags of one user, in the order of `GET /messages`. */
export function flagsOfUser(snapshot: FlagSnapshot, user_id: number): string[] {
  const users = usersIn(snapshot)
  const flags: string[] = []
  if (users.read.has(user_id)) flags.push('read')
  if (users.starred.has(user_id)) flags.push('starred')
  if (users.collapsed.has(user_id)) flags.push('collapsed')
  if (!users.received.has(user_id)) return [...flags, 'historical']
  if (users.alerted.has(user_id)) flags.push('has_alert_word')
  const mentions = {
    isMentioned: users.mentioned.has(user_id),
    byChannel: snapshot.channel_wildcard,
    byTopic: users.topic_wildcard.has(user_id),
  }
  return [...flags, ...mentionFlagsOf(mentions)]
}

type UsersByFlag = Readonly<Record<Exclude<keyof FlagSnapshot, 'channel_wildcard'>, ReadonlySet<number>>>

const setsBySnapshot = new WeakMap<FlagSnapshot, UsersByFlag>()

/** Returns the users as sets: an event asks for each user of a realm. */
function usersIn(snapshot: FlagSnapshot): UsersByFlag {
  const earlier = setsBySnapshot.get(snapshot)
  if (earlier) return earlier
  const { received, read, starred, collapsed, alerted, mentioned, topic_wildcard } = snapshot
  const sets = mapTable(
    { received, read, starred, collapsed, alerted, mentioned, topic_wildcard },
    (ids) => new Set(ids),
  )
  setsBySnapshot.set(snapshot, sets)
  return sets
}
