import type { MessageBody, Realm } from '../../../realm'
import { Trait, type IndexRow } from '../../messages/message-index/message'
import type { Conversation } from '../../channels/topics/conversation'
import { isHumanClient } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { widgetIn } from '../../messages/submessages/widget-rules'
import type { Widget } from '../../messages/submessages/widget'
import { NO_TOPIC_MENTION, resolveTopicMention, type MessageMentions } from './mentions'
import type { NewMessage } from './new-message'
import { mentionedUsersIn, renderForSending } from './render'
import { indexFlagsOf } from './index-flags'

/** A message as it is going to be. Nothing of it is written yet. */
type ComposedMessage = {
  message: IndexRow
  body: MessageBody
  calls: MessageMentions
  widget: Widget | undefined
  isRead: boolean // by its sender
}

export function composeMessage(
  realm: Realm,
  sender: User,
  draft: Omit<NewMessage, 'to'>,
  { id, conversation }: { id: number; conversation: Conversation },
): ComposedMessage {
  const { references, content } = draft
  const rendered = renderForSending(realm, draft.mentions_resolved_for ?? sender, draft.template)
  const callsTopic = conversation.stream_id !== null && references.mentions_topic_wildcard
  const topicCall = callsTopic ? resolveTopicMention(realm, sender, conversation) : NO_TOPIC_MENTION
  const widget = draft.widget ?? widgetIn(content)
  const isRead = draft.read_by_sender ?? isHumanClient(realm.client.name, realm.config.vendor)
  const traits =
    indexFlagsOf(references, rendered, conversation) |
    (isRead ? Trait.readBySender : 0) |
    (topicCall.isStored ? Trait.topicCallKept : 0) |
    (widget ? Trait.submessage : 0)
  return {
    message: { id, conversation_id: conversation.id, sender_id: sender.user_id, sent_at: realm.now(), traits },
    body: {
      content,
      rendered_content: rendered.html,
      client: realm.client.name,
      is_me_message: references.is_me_message,
    },
    calls: { ...mentionedUsersIn(realm, rendered), ...topicCall },
    widget,
    isRead,
  }
}
