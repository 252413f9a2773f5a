import type { Rendered } from '../../../markdown/render'
import type { Marks } from '../../../markdown/template'
import type { Conversation } from '../../channels/topics/conversation'
import { Trait } from '../../messages/message-index/message'

/** What a message's words say of it. */
export function indexFlagsOf(marks: Marks, rendered: Rendered, conversation: Conversation): number {
  const isTopic = conversation.stream_id !== null
  return (
    (marks.has_link ? Trait.link : 0) |
    (marks.has_image ? Trait.image : 0) |
    (marks.upload_paths.length > 0 ? Trait.attachment : 0) |
    (marks.mentions_channel_wildcard ? Trait.channelWildcard : 0) |
    (isTopic && marks.mentions_topic_wildcard ? Trait.topicWildcard : 0) |
    (rendered.mentioned_user_ids.size > 0 ? Trait.someoneMentioned : 0) |
    (rendered.mentioned_group_ids.size > 0 ? Trait.groupMentioned : 0)
  )
}
