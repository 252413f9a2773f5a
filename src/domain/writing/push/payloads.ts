import { notificationText } from '../../../markdown/notification-text'
import type { MessageBody, ReadOnlyRealm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { topicNameFor } from '../../channels/topics/rules'
import { isMentionedByName } from '../../messages/message-index/mention-storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMentionedGroup } from '../../messages/notifications/mentioned-group'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { unknownUserProfile } from '../../people/users/profile'
import { findUser } from '../../people/users/storage'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'
import { wordsFor, wordsOf } from '../bot-messages/words'
import { avatarUrlFor } from '../../people/users/avatar'

/** The content of a notification for one user. */
export type Payload = { type: 'message' | 'remove' | 'test'; [field: string]: unknown }

/** A phone wakes up for a message, but not for the removal of a notification. */
export const priorityOf = ({ type }: Payload) => (type === 'remove' ? 'normal' : 'high')

const MAX_CONTENT_CHARACTERS = 200

const realmFacts = (realm: ReadOnlyRealm, user_id: number) => ({
  realm_url: ownUrl(realm),
  realm_name: settingsOf(realm).name,
  user_id,
})

export function messagePayload(
  realm: ReadOnlyRealm,
  user_id: number,
  message: IndexedMessage,
  body: MessageBody,
): Payload {
  const recipient = findUser(realm, user_id)
  const sender = recipient && findVisibleUser(realm, recipient, message.sender_id)
  const unknown = unknownUserProfile(realm, message.sender_id)
  return {
    type: 'message',
    ...realmFacts(realm, user_id),
    message_id: message.id,
    time: message.sent_at,
    sender_id: message.sender_id,
    sender_full_name: sender?.full_name ?? unknown.full_name,
    sender_avatar_url: sender ? avatarUrlFor(sender, false) : unknown.avatar_url,
    ...conversationFields(realm, message),
    ...groupFields(realm, user_id, message, body),
    content: beginningOf(body.rendered_content),
  }
}

function conversationFields(realm: ReadOnlyRealm, { conversation }: IndexedMessage) {
  const { stream_id, topic, people } = conversation
  if (stream_id === null) return { recipient_type: 'direct', recipient_user_ids: people }
  const channel_name = findChannel(realm, stream_id)?.name
  return { recipient_type: 'channel', channel_id: stream_id, channel_name, topic: topicNameFor(topic, false) }
}

/** The group whose mention notifies the user. A mention by name counts more, and so does a direct message. */
function groupFields(
  realm: ReadOnlyRealm,
  user_id: number,
  message: IndexedMessage,
  { rendered_content }: MessageBody,
) {
  const user = findUser(realm, user_id)
  const countsMentions = user && userSettingsOf(realm, user).enable_offline_push_notifications
  if (message.conversation.stream_id === null || !countsMentions) return {}
  if (isMentionedByName(realm.sql, message.id, user_id)) return {}
  const group = findMentionedGroup(realm, user_id, [rendered_content])
  return group ? { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name } : {}
}

function beginningOf(html: string): string {
  const text = notificationText(html).trim()
  const characters = [...text]
  return characters.length <= MAX_CONTENT_CHARACTERS ? text : `${characters.slice(0, MAX_CONTENT_CHARACTERS).join('')}…`
}

export const removalPayload = (realm: ReadOnlyRealm, user_id: number, message_ids: readonly number[]): Payload => ({
  type: 'remove',
  ...realmFacts(realm, user_id),
  message_ids,
})

export const testPayload = (realm: ReadOnlyRealm, user_id: number): Payload => ({
  type: 'test',
  ...realmFacts(realm, user_id),
  time: realm.now(),
})

/**
 * Returns the payload without names and text: for phones that cannot decrypt, in a realm that does not allow others to read
 * its messages on the way.
 */
export function withoutContent(realm: ReadOnlyRealm, payload: Payload): Payload {
  if (payload.type !== 'message') return payload
  const { type, realm_url, realm_name, user_id, message_id, time } = payload
  return { type, realm_url, realm_name, user_id, message_id, time, content: hiddenContent(realm, Number(user_id)) }
}

/** Returns the text for a message whose content must not be shown. */
export function hiddenContent(realm: ReadOnlyRealm, user_id: number): string {
  const user = findUser(realm, user_id)
  return (user === undefined ? wordsOf(realm) : wordsFor(realm, user)).notification.hidden
}
