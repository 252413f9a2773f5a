import type { ReadOnlyRealm, Realm } from '../../../realm'
import { allChannels } from '../../channels/channels/storage'
import { countMessagesInSegments, rowsOfConversationAfter } from '../../messages/message-index/conversation-storage'
import { newestIdSentBefore } from '../../messages/message-index/storage'
import { settingsOf } from '../../realm/settings/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { clipSegment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import { directConversationsStartedUpTo, topicsStartedUpTo } from '../../channels/topics/storage'
import { deleteMessages } from './actions'
import { oldestKeptTime } from './rules'

const MESSAGES_PER_BATCH = 1000

/** Returns whether the realm or one of its channels deletes old messages. */
export const hasRetention = (realm: ReadOnlyRealm): boolean =>
  settingsOf(realm).message_retention_days > 0 ||
  allChannels(realm).some(({ message_retention_days }) => (message_retention_days ?? 0) > 0)

/** Deletes a batch of expired messages, the oldest of each conversation first. Returns whether more are left. */
export function deleteExpired(realm: Realm): boolean {
  let remaining = MESSAGES_PER_BATCH
  for (const { conversation, newestExpired } of expiredConversations(realm)) {
    const oldest = rowsOfConversationAfter(realm.sql, conversation.id, 0, remaining)
    const rows = oldest.filter(({ id }) => id <= newestExpired)
    deleteMessages(
      realm,
      conversation,
      rows.map((row) => row.id),
    )
    remaining -= rows.length
    if (remaining === 0) return true
  }
  return false
}

/** Returns how many messages have expired, by channel; direct messages under null. */
export function expiredMessages(realm: ReadOnlyRealm): Map<number | null, number> {
  const counts = new Map<number | null, number>()
  for (const { conversation, newestExpired } of expiredConversations(realm)) {
    const { id, stream_id } = conversation
    const expired = segmentsIn(realm.sql, id).flatMap(
      (segment) => clipSegment(segment, { from: 0, to: newestExpired }) ?? [],
    )
    counts.set(stream_id, (counts.get(stream_id) ?? 0) + countMessagesInSegments(realm.sql, expired))
  }
  return counts
}

type Expired = { conversation: Conversation; newestExpired: number }

// The retention period of a channel replaces that of the realm, which also applies to direct messages.
function* expiredConversations(realm: ReadOnlyRealm): Generator<Expired> {
  const realmWide = settingsOf(realm).message_retention_days
  const newestByDays = new Map<number, number>()
  const newestExpiredAfter = (days: number): number => {
    const since = oldestKeptTime(realm.now(), days)
    const newest = since === undefined ? 0 : (newestByDays.get(days) ?? newestIdSentBefore(realm, since))
    newestByDays.set(days, newest)
    return newest
  }
  for (const { stream_id, message_retention_days } of allChannels(realm)) {
    const newestExpired = newestExpiredAfter(message_retention_days ?? realmWide)
    if (newestExpired === 0) continue
    for (const conversation of topicsStartedUpTo(realm.sql, stream_id, newestExpired))
      yield { conversation, newestExpired }
  }
  const newestExpired = newestExpiredAfter(realmWide)
  if (newestExpired === 0) return
  for (const conversation of directConversationsStartedUpTo(realm.sql, newestExpired))
    yield { conversation, newestExpired }
}
