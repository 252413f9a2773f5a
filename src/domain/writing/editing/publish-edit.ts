import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { channelReaders } from '../deletion/events'
import { topicLinks } from '../../customization/linkifiers/storage'
import { maybeMessage } from '../../messages/message-index/storage'
import { heldIn, holdsAny } from '../../messages/access/held'
import { readersOf } from '../../messages/access/readers'
import type { User } from '../../people/users/user'
import { MESSAGES_PER_EVENT, messagesUpdated, type MoveFacts, type ContentChange, type UpdateFacts } from './events'
import { flagSnapshot } from './flag-snapshot'
import type { Moved } from './move-messages'

export type MessageChange = { change_id: number; message_id: number; words?: ContentChange; moved?: Moved }

/** Tells everyone who may read the messages what became of them. */
export function publishEdit(
  realm: Realm,
  { user_id }: User,
  { change_id, message_id, words, moved }: MessageChange,
): void {
  const message = maybeMessage(realm, message_id)!
  const { stream_id } = message.conversation
  const was = moved?.from.channel ?? (stream_id === null ? undefined : findChannel(realm, stream_id))
  const facts: Omit<UpdateFacts, 'message_ids'> = {
    as_of: change_id,
    user_id,
    edit_timestamp: realm.now(),
    message_id,
    flags: flagSnapshot(realm, message),
    stream: was && { stream_id: was.stream_id, stream_name: was.name },
    words,
  }
  if (moved === undefined) {
    realm.publish(messagesUpdated({ ...facts, message_ids: [message_id] }), readersOf(message))
    return
  }
  const audience = channelReaders({ stream_id: moved.to.channel.stream_id })
  for (const message_ids of inBatches(moved.message_ids, MESSAGES_PER_EVENT))
    realm.publish(messagesUpdated({ ...facts, message_ids, move: moveTold(realm, moved, message_ids) }), audience)
}

function moveTold(realm: Realm, moved: Moved, message_ids: readonly number[]): MoveFacts {
  const { from, to, propagate_mode } = moved
  return {
    propagate_mode,
    orig_subject: from.topic,
    ...(to.topic === from.topic ? {} : { subject: to.topic, topic_links: topicLinks(realm, to.topic) }),
    ...(to.channel === from.channel ? {} : { new_stream_id: to.channel.stream_id, knew: whoKnew(realm, moved) }),
    held: heldIn(realm, to.channel, message_ids),
  }
}

/**
 * Listeners who had any of the messages where they were, if history is protected there. Found here: as of the event, the
 * index no longer says where the messages were.
 */
function whoKnew(realm: Realm, { from, held }: Moved): number[] | undefined {
  const { stream_id } = from.channel
  return held && realm.queues.ownerIds().filter((user_id) => holdsAny(realm, stream_id, user_id, held))
}
