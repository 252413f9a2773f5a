import type { ReadOnlyRealm } from '../../../realm'
import { isMentioned, isMentionedByTopic } from '../../messages/message-index/mention-storage'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { policiesFor, preferencesFor } from '../../messages/notifications/actions'
import { reasonsToNotify, type Reason } from '../../messages/notifications/rules'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'

/** Returns why a phone of the user shows a message, by the settings that the user has now. */
export function reasonToPush(realm: ReadOnlyRealm, user: User, message: IndexedMessage): Reason | undefined {
  const { user_id } = user
  const reach = {
    isDirect: message.conversation.stream_id === null,
    isMentioned: isMentioned(realm.sql, message, user_id),
    isTopicWildcard: isMentionedByTopic(realm.sql, message, user_id),
    isChannelWildcard: (message.index_flags & IndexFlag.channelWildcard) !== 0,
  }
  const preferences = preferencesFor(realm, message, user_id, policiesFor(realm, message.conversation))
  return reasonsToNotify(reach, preferences, userSettingsOf(realm, user), { isIdle: true, isQuiet: false }).push
}
