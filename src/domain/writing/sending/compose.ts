import type { MessageBody, Realm } from '../../../realm'
import { IndexFlag, type IndexRow } from '../../messages/message-index/message'
import type { Conversation } from '../../channels/topics/conversation'
import { isHumanClient } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { parseWidget } from '../../messages/submessages/widget-rules'
import type { Widget } from '../../messages/submessages/widget'
import { indexFlagsOf } from './index-flags'
import { mentionedUsersIn, NO_TOPIC_MENTION, resolveTopicMention, type MessageMentions } from './mentions'
import type { NewMessage } from './new-message'
import { renderForSending } from './render'

/** The parts of a new message, before they are written. */
type ComposedMessage = {
  message: IndexRow
  body: MessageBody
  mentions: MessageMentions
  widget: Widget | undefined
  isRead: boolean // by its sender
}

export function composeMessage(
  realm: Realm,
  sender: User,
  newMessage: Omit<NewMessage, 'to'>,
  { id, conversation }: { id: number; conversation: Conversation },
): ComposedMessage {
  const { references, content } = newMessage
  const rendered = renderForSending(realm, newMessage.mentions_resolved_for ?? sender, newMessage.template)
  const hasTopicWildcard = conversation.stream_id !== null && references.mentions_topic_wildcard
  const topicMention = hasTopicWildcard ? resolveTopicMention(realm, sender, conversation) : NO_TOPIC_MENTION
  const widget = newMessage.widget ?? (newMessage.controls ? undefined : parseWidget(content))
  const isRead = newMessage.read_by_sender ?? isHumanClient(realm.client.name, realm.config.vendor)
  const index_flags =
    indexFlagsOf(references, rendered, conversation) |
    (isRead ? IndexFlag.readBySender : 0) |
    (topicMention.isStored ? IndexFlag.topicMentionStored : 0) |
    (widget || newMessage.controls ? IndexFlag.submessage : 0)
  return {
    message: { id, conversation_id: conversation.id, sender_id: sender.user_id, sent_at: realm.now(), index_flags },
    body: {
      content,
      rendered_content: rendered.html,
      client: realm.client.name,
      is_me_message: references.is_me_message,
    },
    mentions: { ...mentionedUsersIn(realm, rendered), ...topicMention },
    widget,
    isRead,
  }
}
