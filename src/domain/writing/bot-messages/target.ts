import type { Realm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import type { MessageReference } from './quote-rules'

/** What is said of where a message is, to somebody who can read it. */
export function referenceTo(realm: Realm, { id, conversation }: IndexedMessage): MessageReference {
  if (conversation.stream_id === null) return { id }
  return { id, location: { channel: getChannel(realm, conversation.stream_id).name, topic: conversation.topic } }
}
