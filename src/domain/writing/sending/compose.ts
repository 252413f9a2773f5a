import type { MessageBody, Realm } from '../../../realm'
import { Trait, type IndexRow } from '../../messages/message-index/message'
import type { Conversation } from '../../channels/topics/conversation'
import { isHumanClient } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { widgetIn } from '../../messages/submessages/widget-rules'
import type { Widget } from '../../messages/submessages/widget'
import { NO_TOPIC_CALL, topicCallOf, type Calls } from './calls'
import type { Draft } from './draft'
import { namedIn, renderFor } from './render'
import { traitsOf } from './traits'

/** A message as it is going to be. Nothing of it is written yet. */
type Composed = {
  message: IndexRow
  body: MessageBody
  calls: Calls
  widget: Widget | undefined
  isRead: boolean // by its sender
}

export function composed(
  realm: Realm,
  sender: User,
  draft: Omit<Draft, 'to'>,
  { id, conversation }: { id: number; conversation: Conversation },
): Composed {
  const { marks, content } = draft
  const rendered = renderFor(realm, draft.names_known_to ?? sender, draft.template)
  const callsTopic = conversation.stream_id !== null && marks.mentions_topic_wildcard
  const topicCall = callsTopic ? topicCallOf(realm, sender, conversation) : NO_TOPIC_CALL
  const widget = draft.widget ?? widgetIn(content)
  const isRead = draft.read_by_sender ?? isHumanClient(realm.client.name, realm.config.vendor)
  const traits =
    traitsOf(marks, rendered, conversation) |
    (isRead ? Trait.readBySender : 0) |
    (topicCall.isKept ? Trait.topicCallKept : 0) |
    (widget ? Trait.submessage : 0)
  return {
    message: { id, conversation_id: conversation.id, sender_id: sender.user_id, sent_at: realm.now(), traits },
    body: {
      content,
      rendered_content: rendered.html,
      client: realm.client.name,
      is_me_message: marks.is_me_message,
    },
    calls: { ...namedIn(realm, rendered), ...topicCall },
    widget,
    isRead,
  }
}
