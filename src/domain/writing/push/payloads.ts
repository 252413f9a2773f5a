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
import { avatarUrl } from '../../people/users/avatar'

type RealmFacts = { realm_url: string; realm_name: string; user_id: number }
type InChannel = { recipient_type: 'channel'; channel_id: number; channel_name: string; topic: string }
type Direct = { recipient_type: 'direct'; recipient_user_ids: number[] }
type OfGroup = { mentioned_user_group_id?: number; mentioned_user_group_name?: string }

export type MessagePayload = RealmFacts & {
  type: 'message'
  message_id: number
  time: number
  sender_id: number
  sender_full_name: string
  sender_avatar_url: string
  content: string
} & (InChannel | Direct) &
  OfGroup
export type RemovalPayload = RealmFacts & { type: 'remove'; message_ids: readonly number[] }
export type TestPayload = RealmFacts & { type: 'test'; time: number }

/** The content of a notification for one user. */
export type Payload = MessagePayload | RemovalPayload | TestPayload

/** A phone wakes up for a message, but not for the removal of a notification. */
export const priorityOf = ({ type }: Payload) => (type === 'remove' ? 'normal' : 'high')

const MAX_CONTENT_CHARACTERS = 200

const realmFacts = (realm: ReadOnlyRealm, user_id: number): RealmFacts => ({
  realm_url: ownUrl(realm),
  realm_name: settingsOf(realm).name,
  user_id,
})

export function messagePayload(
  realm: ReadOnlyRealm,
  user_id: number,
  message: IndexedMessage,
  body: MessageBody,
): MessagePayload {
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
    // A phone has no session of the realm, and no address to which a path belongs.
    sender_avatar_url: new URL(sender ? avatarUrl(sender) : (unknown.avatar_url ?? ''), ownUrl(realm)).href,
    ...conversationFields(realm, message),
    ...groupFields(realm, user_id, message, body),
    content: beginningOf(body.rendered_content),
  }
}

function conversationFields(realm: ReadOnlyRealm, { conversation }: IndexedMessage): InChannel | Direct {
  const { stream_id, topic, people } = conversation
  if (stream_id === null) return { recipient_type: 'direct', recipient_user_ids: people }
  const channel_name = findChannel(realm, stream_id)?.name ?? ''
  return { recipient_type: 'channel', channel_id: stream_id, channel_name, topic: topicNameFor(topic, false) }
}

/** The group whose mention notifies the user. A mention by name counts more, and so does a direct message. */
function groupFields(
  realm: ReadOnlyRealm,
  user_id: number,
  message: IndexedMessage,
  { rendered_content }: MessageBody,
): OfGroup {
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

export const removalPayload = (
  realm: ReadOnlyRealm,
  user_id: number,
  message_ids: readonly number[],
): RemovalPayload => ({
  type: 'remove',
  ...realmFacts(realm, user_id),
  message_ids,
})

export const testPayload = (realm: ReadOnlyRealm, user_id: number): TestPayload => ({
  type: 'test',
  ...realmFacts(realm, user_id),
  time: realm.now(),
})

/** Returns the text for a message whose content must not be shown. */
export function hiddenContent(realm: ReadOnlyRealm, user_id: number): string {
  const user = findUser(realm, user_id)
  return (user === undefined ? wordsOf(realm) : wordsFor(realm, user)).notification.hidden
}
