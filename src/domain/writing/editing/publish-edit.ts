import type { ReadOnlyRealm, Realm } from '../../../realm'
import { idListOf, idsOfRuns, splitRuns, type Run } from '../../../store/id-set'
import { findChannel } from '../../channels/channels/storage'
import { topicLinks } from '../../customization/linkifiers/topic-links'
import { protectedMessagesIn, receivedAny } from '../../messages/access/protected-messages'
import { channelReaders, readersOf } from '../../messages/access/readers'
import { findMessage } from '../../messages/message-index/storage'
import type { User } from '../../people/users/user'
import { MESSAGES_PER_EVENT, messagesUpdated, type ContentChange, type MoveFacts, type UpdateFacts } from './events'
import { flagSnapshot } from './flag-snapshot'
import type { Moved } from './move-messages'

/** A change of the content of a message, or a move of it and other messages, or both. */
type MessageChange = { change_id: number; message_id: number; contentChange?: ContentChange; moved?: Moved }

/** Publishes a change to all users who can read the messages now. */
export function publishEdit(
  realm: Realm,
  { user_id }: User,
  { change_id, message_id, contentChange, moved }: MessageChange,
): void {
  const message = findMessage(realm, message_id)!
  const { stream_id } = message.conversation
  const oldChannel = moved?.from.channel ?? (stream_id === null ? undefined : findChannel(realm, stream_id))
  const facts: Omit<UpdateFacts, 'message_ids'> = {
    as_of: change_id,
    user_id,
    edit_timestamp: realm.now(),
    message_id,
    flags: flagSnapshot(realm, message),
    stream: oldChannel && { stream_id: oldChannel.stream_id, stream_name: oldChannel.name },
    content: contentChange,
  }
  if (moved === undefined) {
    realm.publish(messagesUpdated({ ...facts, message_ids: [message_id] }), readersOf(message))
    return
  }
  const audience = channelReaders({ stream_id: moved.to.channel.stream_id })
  for (const message_ids of splitRuns(moved.message_ids, MESSAGES_PER_EVENT))
    realm.publish(
      messagesUpdated({ ...facts, message_ids: idListOf(message_ids), move: moveFacts(realm, moved, message_ids) }),
      audience,
    )
}

function moveFacts(realm: ReadOnlyRealm, moved: Moved, message_ids: readonly Run[]): MoveFacts {
  const { from, to, propagate_mode } = moved
  return {
    propagate_mode,
    orig_subject: from.topic,
    ...(to.topic === from.topic ? {} : { subject: to.topic, topic_links: topicLinks(realm, to.topic) }),
    ...(to.channel === from.channel
      ? {}
      : { new_stream_id: to.channel.stream_id, had_messages: usersWhoHadMessages(realm, moved) }),
    protectedMessages: protectedMessagesIn(realm, to.channel, () => idsOfRuns(message_ids)),
  }
}

/**
 * Returns the owners of queues who could read one of the messages in the old channel, if its history is protected. This must
 * be stored with the event: later, the index does not know where the messages were.
 */
function usersWhoHadMessages(realm: ReadOnlyRealm, { from, protectedMessages }: Moved): number[] | undefined {
  const { stream_id } = from.channel
  return (
    protectedMessages &&
    realm.listeners.userIds().filter((user_id) => receivedAny(realm, stream_id, user_id, protectedMessages))
  )
}
