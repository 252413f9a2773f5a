import type { Realm } from '../../../realm'
import { insertMentions, insertTopicCall } from '../../messages/message-index/mention-storage'
import { participantsOf } from '../../messages/message-index/participants'
import type { Conversation } from '../../channels/topics/conversation'
import { followAfterMention } from '../../channels/user-topics/automatic-visibility'
import type { User } from '../../people/users/user'
import type { MentionedUsers } from './render'

/** Whom a message calls beside everyone in its channel. */
export type MessageMentions = MentionedUsers & TopicMention

type TopicMention = {
  topicParticipants: number[] | null // everyone in the topic is called, and these are they; null: nobody is by that
  isStored: boolean // they are written down with the message
}

export const NO_TOPIC_MENTION: TopicMention = { topicParticipants: null, isStored: false }

/**
 * Whom a call to the topic reaches. It is written down where it cannot be told from who wrote there before: where a part
 * of the topic was moved, and where some only reacted, which they may take back.
 */
export function resolveTopicMention(realm: Realm, sender: User, { id, moved }: Conversation): TopicMention {
  const { writers, others } = participantsOf(realm, id)
  return {
    topicParticipants: [...new Set([...writers, ...others, sender.user_id])],
    isStored: moved !== 'never' || others.some((user_id) => user_id !== sender.user_id),
  }
}

export function writeMentions(realm: Realm, id: number, conversation: Conversation, calls: MessageMentions): void {
  const { byName, byGroup, topicParticipants, isStored } = calls
  insertMentions(realm, id, byName, byGroup)
  if (conversation.stream_id !== null && byName.length > 0) followAfterMention(realm, conversation, byName)
  if (topicParticipants && isStored) insertTopicCall(realm, id, topicParticipants)
}
