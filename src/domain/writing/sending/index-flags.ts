import type { RenderedContent } from '../../../markdown/render'
import type { MessageReferences } from '../../../markdown/message-references'
import type { Conversation } from '../../channels/topics/conversation'
import { IndexFlag } from '../../messages/message-index/message'

/** Returns the index flags that follow from the content of a message. */
export function indexFlagsOf(
  references: MessageReferences,
  rendered: RenderedContent,
  conversation: Conversation,
): number {
  const isTopic = conversation.stream_id !== null
  return (
    (references.has_link ? IndexFlag.link : 0) |
    (references.has_image ? IndexFlag.image : 0) |
    (references.upload_paths.length > 0 ? IndexFlag.attachment : 0) |
    (references.mentions_channel_wildcard ? IndexFlag.channelWildcard : 0) |
    (isTopic && references.mentions_topic_wildcard ? IndexFlag.topicWildcard : 0) |
    (rendered.mentioned_user_ids.size > 0 ? IndexFlag.userMentioned : 0) |
    (rendered.mentioned_group_ids.size > 0 ? IndexFlag.groupMentioned : 0)
  )
}
