import type { AudiencePart } from '../../events/event'
import type { MessageBody, Realm } from '../../realm'
import { allGroups, membersOf } from '../groups/storage'
import { addMarks, markReadByAllBut, markSent } from '../marks/storage'
import { participantsOf } from '../messages/participants'
import { insertMentions, insertTopicCall } from '../messages/mention-storage'
import { insertMessage } from '../messages/storage'
import { Trait } from '../messages/message'
import { messageFacts } from '../messages/wire'
import { mutersOf } from '../muted-users/storage'
import { noteNotifications } from '../notifications/notify'
import { subscribedAmong } from '../subscriptions/storage'
import type { Conversation } from '../topics/storage'
import { followWhereMentioned } from '../user-topics/habits'
import { isHumanClient } from '../users/rules'
import type { User } from '../users/user'
import { widgetIn } from '../widgets/rules'
import { insertWidget } from '../widgets/storage'
import type { Widget } from '../widgets/widget'
import { rememberEcho } from './echoes'
import { messageSent } from './events'
import type { SentFacts } from './sent-facts'
import { traitsOf } from './traits'
import { markAlerted } from './alerts'
import { renderFor } from './render'
import type { Draft } from './draft'

type Addressed = { id: number; conversation: Conversation; audience: AudiencePart[] }

/**
 * Puts a message into its conversation, whatever led to it: what it is, whom it calls, who has read it, and what follows
 * from it for those few. Everyone else is told by one event.
 */
export function deliver(
  realm: Realm,
  sender: User,
  draft: Omit<Draft, 'to'>,
  { id, conversation, audience }: Addressed,
): number {
  const rendered = renderFor(realm, draft.names_known_to ?? sender, draft.template)
  const byGroup = [...rendered.mentioned_group_ids].flatMap((group) => membersOf(realm, allGroups(realm).get(group)!))
  const named = [...rendered.mentioned_user_ids]
  const widget = draft.widget ?? widgetIn(draft.content)
  const isRead = draft.read_by_sender ?? isHumanClient(realm.client.name, realm.config.vendor)
  const isTopicCalled = conversation.stream_id !== null && draft.marks.mentions_topic_wildcard
  const { called, callKept } = isTopicCalled ? callOf(realm, sender, conversation) : NOBODY_CALLED
  const message = {
    id,
    conversation_id: conversation.id,
    sender_id: sender.user_id,
    sent_at: realm.now(),
    traits:
      traitsOf(draft.marks, rendered, conversation) |
      (isRead ? Trait.readBySender : 0) |
      (callKept ? Trait.topicCallKept : 0) |
      (widget ? Trait.submessage : 0),
  }
  const body: MessageBody = {
    content: draft.content,
    rendered_content: rendered.html,
    client: realm.client.name,
    is_me_message: draft.marks.is_me_message,
  }
  const alerted = markAlerted(realm, { id, conversation }, body.rendered_content)
  const deaf = whoMuted(realm, sender, conversation)
  const facts: SentFacts = {
    message: { ...messageFacts(realm, message, conversation), submessages: shownBy(realm, message, widget) },
    body,
    mentioned: [...new Set([...named, ...byGroup])],
    channel_wildcard: draft.marks.mentions_channel_wildcard,
    topic_wildcard: called,
    ...(alerted.length > 0 ? { alerted } : {}),
    read_by: isRead ? [...deaf, sender.user_id] : deaf,
    awaited_by: draft.awaited_by,
    echo: draft.echo,
  }

  insertMessage(realm, message)
  insertMentions(realm, id, named, byGroup)
  if (conversation.stream_id !== null && named.length > 0) followWhereMentioned(realm, conversation, named)
  if (callKept) insertTopicCall(realm, id, callKept)
  const { upload_paths } = draft.marks
  for (const adornment of realm.adornments) adornment.sent?.(realm, { id, sender_id: sender.user_id, upload_paths })
  markSent(realm, sender.user_id, id, isRead)
  for (const user_id of deaf) addMarks(realm, user_id, 'read', [id])
  if (draft.awaited_by) markReadByAllBut(realm, id, draft.awaited_by)
  realm.bodies.put(id, realm.log.takeId(), body)
  realm.publish(messageSent(facts), audience)
  rememberEcho(realm, facts)
  noteNotifications(realm, { message_id: id, conversation, sender, ...facts })
  return id
}

type TopicCall = { called: number[] | null; callKept: number[] | null }
const NOBODY_CALLED: TopicCall = { called: null, callKept: null }

/**
 * Whom a call to the topic reaches. It is written down where it cannot be told from who wrote there before: where a part
 * of the topic was moved, and where some only reacted, which they may take back.
 */
function callOf(realm: Realm, sender: User, { id, is_mixed }: Conversation): TopicCall {
  const { writers, others } = participantsOf(realm, id)
  const called = [...new Set([...writers, ...others, sender.user_id])]
  const isToBeKept = is_mixed !== 0 || others.some((user_id) => user_id !== sender.user_id)
  return { called, callKept: isToBeKept ? called : null }
}

/**
 * Those who muted the sender and receive the message all the same. To each it arrives as read, which is a row for each: so
 * it can be marked unread again, and whoever asks what is read finds one answer. However many hear them, few mute anybody.
 */
function whoMuted(realm: Realm, sender: User, { stream_id, people }: Conversation): number[] {
  const muters = mutersOf(realm, sender.user_id)
  if (muters.length === 0) return []
  const receive = stream_id === null ? new Set(people) : subscribedAmong(realm, stream_id, muters)
  return muters.filter((user_id) => receive.has(user_id))
}

const shownBy = (realm: Realm, { id, sender_id }: { id: number; sender_id: number }, widget: Widget | undefined) =>
  widget === undefined ? [] : [insertWidget(realm.sql, { message_id: id, id: realm.log.takeId(), sender_id }, widget)]
