import type { AudiencePart } from '../../../events/event'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { addStoredFlag, markReadForAllExcept, recordSentMessage } from '../../messages/flag-sets/actions'
import { insertMessage } from '../../messages/message-index/storage'
import { noteNewMessage } from '../../messages/narrows/newest-received'
import { messageFacts } from '../../messages/wire-format/message'
import { hasPayloadUrl } from '../../people/bots/rules'
import { mutersOf } from '../../people/muted-users/storage'
import { queueNotifications } from '../../messages/notifications/actions'
import { subscribedAmong } from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { writeControls } from '../../messages/submessages/controls'
import { insertWidget, type Submessage } from '../../messages/submessages/storage'
import type { Widget } from '../../messages/submessages/widget'
import { flagAlertedUsers } from './alert-words'
import { composeMessage } from './compose'
import { messageSent } from './events'
import { rememberEcho } from './local-echo'
import { mentionedPrograms, writeMentions } from './mentions'
import type { NewMessage } from './new-message'
import type { SentFacts } from './sent-facts'
import { insertClientId } from './storage'

type Destination = { id: number; conversation: Conversation; audience: AudiencePart[] }

/**
 * Writes a message to its conversation and publishes it: all senders of messages end here. Besides the rows of the
 * message, it writes a row for each user whom it mentions or alerts, and for each recipient who muted the sender. The
 * other recipients need no row: one event is for all of them.
 */
export function deliverMessage(
  realm: Realm,
  sender: User,
  newMessage: Omit<NewMessage, 'to'>,
  { id, conversation, audience }: Destination,
): number {
  const { message, body, mentions, widget, isRead } = composeMessage(realm, sender, newMessage, { id, conversation })
  const alerted = flagAlertedUsers(realm, { id, conversation }, body.rendered_content)
  const mutedBy = recipientsWhoMuted(realm, sender, conversation)
  const programs = mentionedPrograms(realm, conversation, mentions.byName).filter((bot) => bot !== sender.user_id)
  const { controls } = newMessage
  const submessages = [
    ...(widget === undefined ? [] : [insertWidgetOf(realm, message, widget)]),
    ...(controls === undefined ? [] : [writeControls(realm, message, controls)]),
  ]
  const facts: SentFacts = {
    message: { ...messageFacts(realm, message, conversation), submessages },
    body,
    mentioned: [...new Set([...mentions.byName, ...mentions.byGroup])],
    channel_wildcard: newMessage.references.mentions_channel_wildcard,
    topic_wildcard: mentions.topicParticipants,
    ...(alerted.length > 0 ? { alerted } : {}),
    read_by: isRead ? [...mutedBy, sender.user_id] : mutedBy,
    ...(programs.length > 0 ? { programs } : {}),
    unread_only_for: newMessage.unread_only_for,
    echo: newMessage.echo,
  }

  insertMessage(realm.sql, message)
  noteNewMessage(realm, id, conversation)
  writeMentions(realm, id, conversation, mentions)
  const { client_id } = newMessage
  if (client_id !== undefined) insertClientId(realm, id, { sender_id: sender.user_id, client_id })
  const { upload_paths, links } = newMessage.references
  for (const extra of realm.messageExtras)
    extra.initialize?.(realm, { id, sender_id: sender.user_id, upload_paths, links })
  recordSentMessage(realm, sender.user_id, id, isRead)
  for (const user_id of mutedBy) addStoredFlag(realm, user_id, 'read', [id])
  for (const user_id of programs) addStoredFlag(realm, user_id, 'historical', [id])
  if (newMessage.unread_only_for) markReadForAllExcept(realm, id, newMessage.unread_only_for)
  realm.bodies.put(id, realm.log.takeId(), body)
  realm.publish(messageSent(facts), programs.length === 0 ? audience : [...audience, onlyUsers({ user_ids: programs })])
  rememberEcho(realm, facts)
  wakeForWebhooks(realm, [...mentions.byName, ...(conversation.people ?? [])])
  queueNotifications(realm, { message_id: id, conversation, sender, ...facts })
  return id
}

/**
 * Returns the recipients who muted the sender. The message is marked as read for each of them, in a row, so that they can
 * mark it as unread. Few users mute a sender, even if the channel is large.
 */
function recipientsWhoMuted(realm: ReadOnlyRealm, sender: User, { stream_id, people }: Conversation): number[] {
  const muters = mutersOf(realm, sender.user_id)
  if (muters.length === 0) return []
  const recipients = stream_id === null ? new Set(people) : subscribedAmong(realm.sql, stream_id, muters)
  return muters.filter((user_id) => recipients.has(user_id))
}

/** The realm calls webhooks in its alarm. Their users wait for the answer, so the alarm does not wait for more messages. */
function wakeForWebhooks(realm: Realm, people: readonly number[]) {
  if (people.some((user_id) => hasPayloadUrl(findUser(realm, user_id)!.bot_type))) realm.wakeAt(realm.now())
}

type Message = { id: number; sender_id: number }

const insertWidgetOf = (realm: Realm, { id, sender_id }: Message, widget: Widget): Submessage =>
  insertWidget(realm.sql, { message_id: id, id: realm.log.takeId(), sender_id }, widget)
