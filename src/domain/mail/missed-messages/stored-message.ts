import type { ReadOnlyRealm } from '../../../realm'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { mentionedUserIds } from '../../messages/message-index/mention-storage'
import { participantsOf } from '../../messages/message-index/participants'
import type { SentMessage } from '../../messages/notifications/actions'
import { mutersOf } from '../../people/muted-users/storage'
import { findUser } from '../../people/users/storage'

/** Returns what decides whom a message notifies, from what is stored about it. */
export function sentMessageOf(realm: ReadOnlyRealm, message: IndexedMessage): SentMessage | undefined {
  const { id, conversation, sender_id, index_flags } = message
  const sender = findUser(realm, sender_id)
  if (sender === undefined) return undefined
  const hasTopicWildcard = (index_flags & IndexFlag.topicWildcard) !== 0
  const { senders, otherUsers } = hasTopicWildcard
    ? participantsOf(realm, conversation.id)
    : { senders: [], otherUsers: [] }
  return {
    message_id: id,
    conversation,
    sender,
    mentioned: [...mentionedUserIds(realm.sql, message)],
    channel_wildcard: (index_flags & IndexFlag.channelWildcard) !== 0,
    topic_wildcard: [...senders, ...otherUsers],
    read_by: mutersOf(realm, sender_id),
  }
}
