import type { Realm } from '../../../realm'
import { maybeChannel } from '../../channels/channels/storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import type { Target } from './quote-rules'

/** What is said of where a message is, to somebody who can read it. */
export function targetOf(realm: Realm, { id, conversation }: IndexedMessage): Target {
  if (conversation.stream_id === null) return { id }
  return { id, place: { channel: maybeChannel(realm, conversation.stream_id)!.name, topic: conversation.topic } }
}
