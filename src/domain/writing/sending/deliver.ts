import type { AudiencePart } from '../../../events/event'
import type { Realm } from '../../../realm'
import { addMarks, markReadByAllBut, markSent } from '../../messages/flag-sets/actions'
import { insertMessage } from '../../messages/message-index/storage'
import { messageFacts } from '../../messages/wire-format/message'
import { mutersOf } from '../../people/muted-users/storage'
import { noteNotifications } from '../../messages/notifications/notify'
import { subscribedAmong } from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { insertWidget } from '../../messages/submessages/storage'
import type { Widget } from '../../messages/submessages/widget'
import { flagAlertedUsers } from './alert-words'
import { writeMentions } from './mentions'
import { composeMessage } from './compose'
import type { NewMessage } from './new-message'
import { rememberEcho } from './local-echo'
import { messageSent } from './events'
import type { SentFacts } from './sent-facts'

type Addressed = { id: number; conversation: Conversation; audience: AudiencePart[] }

/**
 * Puts a message into its conversation, whatever led to it: what it is, whom it calls, who has read it, and what follows
 * from it for those few. Everyone else is told by one event.
 */
export function deliverMessage(
  realm: Realm,
  sender: User,
  draft: Omit<NewMessage, 'to'>,
  { id, conversation, audience }: Addressed,
): number {
  const { message, body, calls, widget, isRead } = composeMessage(realm, sender, draft, { id, conversation })
  const alerted = flagAlertedUsers(realm, { id, conversation }, body.rendered_content)
  const deaf = whoMuted(realm, sender, conversation)
  const facts: SentFacts = {
    message: { ...messageFacts(realm, message, conversation), submessages: shownBy(realm, message, widget) },
    body,
    mentioned: [...new Set([...calls.byName, ...calls.byGroup])],
    channel_wildcard: draft.references.mentions_channel_wildcard,
    topic_wildcard: calls.topicParticipants,
    ...(alerted.length > 0 ? { alerted } : {}),
    read_by: isRead ? [...deaf, sender.user_id] : deaf,
    unread_only_for: draft.unread_only_for,
    echo: draft.echo,
  }

  insertMessage(realm, message)
  writeMentions(realm, id, conversation, calls)
  const { upload_paths } = draft.references
  for (const adornment of realm.adornments) adornment.sent?.(realm, { id, sender_id: sender.user_id, upload_paths })
  markSent(realm, sender.user_id, id, isRead)
  for (const user_id of deaf) addMarks(realm, user_id, 'read', [id])
  if (draft.unread_only_for) markReadByAllBut(realm, id, draft.unread_only_for)
  realm.bodies.put(id, realm.log.takeId(), body)
  realm.publish(messageSent(facts), audience)
  rememberEcho(realm, facts)
  noteNotifications(realm, { message_id: id, conversation, sender, ...facts })
  return id
}

/**
 * Those who muted the sender and receive the message all the same. To each it arrives as read, which is a row for each: so
 * it can be marked unread again, and whoever asks what is read finds one answer. However many hear them, few mute anybody.
 */
function whoMuted(realm: Realm, sender: User, { stream_id, people }: Conversation): number[] {
  const muters = mutersOf(realm, sender.user_id)
  if (muters.length === 0) return []
  const receive = stream_id === null ? new Set(people) : subscribedAmong(realm.sql, stream_id, muters)
  return muters.filter((user_id) => receive.has(user_id))
}

const shownBy = (realm: Realm, { id, sender_id }: { id: number; sender_id: number }, widget: Widget | undefined) =>
  widget === undefined ? [] : [insertWidget(realm.sql, { message_id: id, id: realm.log.takeId(), sender_id }, widget)]
