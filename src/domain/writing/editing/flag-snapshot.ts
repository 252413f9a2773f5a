import type { Realm } from '../../../realm'
import { markedBy } from '../../messages/flag-sets/mark-set'
import { isCalledByTopic, mentionedIn } from '../../messages/message-index/mention-storage'
import { Trait, type IndexedMessage } from '../../messages/message-index/message'
import { mentionFlagsOf } from '../../messages/access/flags'
import { isStillWith, wasReceived } from '../../messages/access/receipt-rules'
import { madeUnreadAgainBy } from '../../messages/read-state/unread'
import { periodsOf } from '../../channels/subscriptions/storage'

/**
 * The flags that a message has, as of the event that tells of it, for everyone who may come to hear it: those who have a
 * queue. Looking them up when the event is read would tell a late reader what is so by then.
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
  const { id, conversation, earlier_channels, traits } = message
  const listeners = realm.queues.ownerIds()
  const people = listeners.filter((user_id) => conversation.people?.includes(user_id) ?? true)
  const { stream_id } = conversation
  const isSo = (rule: typeof wasReceived) => (user_id: number) =>
    stream_id === null || rule((channel) => periodsOf(realm, channel, user_id), { id, stream_id, earlier_channels })
  const received = people.filter(isSo(wasReceived))
  const isThere = isSo(isStillWith)
  const read = new Set(markedBy(realm, 'read', id, people))
  const again = new Set(madeUnreadAgainBy(realm, message, people))
  const mentioned = mentionedIn(realm, message)
  return {
    received,
    read: people.filter((user_id) => read.has(user_id) || !(isThere(user_id) || again.has(user_id))),
    starred: markedBy(realm, 'starred', id, people),
    collapsed: markedBy(realm, 'collapsed', id, people),
    alerted: markedBy(realm, 'alerted', id, received),
    mentioned: received.filter((user_id) => mentioned.has(user_id)),
    channel_wildcard: (traits & Trait.channelWildcard) !== 0,
    topic_wildcard: received.filter((user_id) => isCalledByTopic(realm, message, user_id)),
  }
}

/** One person's flags, in the order in which they are fetched. */
export function flagsOfUser(told: FlagSnapshot, user_id: number): string[] {
  const flags: string[] = []
  if (told.read.includes(user_id)) flags.push('read')
  if (told.starred.includes(user_id)) flags.push('starred')
  if (told.collapsed.includes(user_id)) flags.push('collapsed')
  if (!told.received.includes(user_id)) return [...flags, 'historical']
  if (told.alerted.includes(user_id)) flags.push('has_alert_word')
  const called = {
    isNamed: told.mentioned.includes(user_id),
    byChannel: told.channel_wildcard,
    byTopic: told.topic_wildcard.includes(user_id),
  }
  return [...flags, ...mentionFlagsOf(called)]
}
