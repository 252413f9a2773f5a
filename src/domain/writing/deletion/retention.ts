import type { Realm } from '../../../realm'
import { allChannels } from '../../channels/channels/storage'
import { rowsOfConversationAfter } from '../../messages/message-index/conversation-rows'
import { newestSentBefore } from '../../messages/message-index/storage'
import { settingsOf } from '../../realm/settings/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { directConversationsStartedUpTo, topicsStartedUpTo } from '../../channels/topics/storage'
import { deleteMessages } from './actions'
import { oldestKeptTime } from './rules'

const MESSAGES_PER_BITE = 1000

/** Is there anything in this realm that is not kept for ever? */
export const hasRetention = (realm: Realm): boolean =>
  settingsOf(realm).message_retention_days > 0 ||
  allChannels(realm).some(({ message_retention_days }) => (message_retention_days ?? 0) > 0)

/** Deletes a bite of what has been kept for as long as it should be, the oldest first. Answers whether there is more. */
export function deleteExpired(realm: Realm): boolean {
  let left = MESSAGES_PER_BITE
  for (const { conversation, newestExpired } of expiredConversations(realm)) {
    const rows = rowsOfConversationAfter(realm, conversation.id, 0, left).filter(({ id }) => id <= newestExpired)
    deleteMessages(
      realm,
      conversation,
      rows.map((row) => row.id),
    )
    left -= rows.length
    if (left === 0) return true
  }
  return false
}

type Expired = { conversation: Conversation; newestExpired: number }

// Messages are kept as long as their channel says, else as long as the realm says; direct ones always as the realm says.
function* expiredConversations(realm: Realm): Generator<Expired> {
  const realmWide = settingsOf(realm).message_retention_days
  const expiry = new Map<number, number>()
  const newestExpiredAfter = (days: number): number => {
    const since = oldestKeptTime(realm.now(), days)
    const known = since === undefined ? 0 : (expiry.get(days) ?? newestSentBefore(realm, since))
    expiry.set(days, known)
    return known
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
