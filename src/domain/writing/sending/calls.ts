import type { Realm } from '../../../realm'
import { insertMentions, insertTopicCall } from '../../messages/message-index/mention-storage'
import { participantsOf } from '../../messages/message-index/participants'
import type { Conversation } from '../../channels/topics/conversation'
import { followWhereMentioned } from '../../channels/user-topics/habits'
import type { User } from '../../people/users/user'
import type { Named } from './render'

/** Whom a message calls beside everyone in its channel. */
export type Calls = Named & TopicCall

type TopicCall = {
  inTopic: number[] | null // everyone in the topic is called, and these are they; null: nobody is by that
  isKept: boolean // they are written down with the message
}

export const NO_TOPIC_CALL: TopicCall = { inTopic: null, isKept: false }

/**
 * Whom a call to the topic reaches. It is written down where it cannot be told from who wrote there before: where a part
 * of the topic was moved, and where some only reacted, which they may take back.
 */
export function topicCallOf(realm: Realm, sender: User, { id, is_mixed }: Conversation): TopicCall {
  const { writers, others } = participantsOf(realm, id)
  return {
    inTopic: [...new Set([...writers, ...others, sender.user_id])],
    isKept: is_mixed !== 0 || others.some((user_id) => user_id !== sender.user_id),
  }
}

export function writeCalls(realm: Realm, id: number, conversation: Conversation, calls: Calls): void {
  const { named, byGroup, inTopic, isKept } = calls
  insertMentions(realm, id, named, byGroup)
  if (conversation.stream_id !== null && named.length > 0) followWhereMentioned(realm, conversation, named)
  if (inTopic && isKept) insertTopicCall(realm, id, inTopic)
}
