import { notificationText } from '../../../markdown/notification-text'
import type { MessageBody, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { topicNameFor } from '../../channels/topics/rules'
import type { IndexedMessage } from '../../messages/message-index/message'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { avatarUrl, unknownUser } from '../../people/users/profile'
import { maybeUser } from '../../people/users/storage'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'

/** What a phone is told. It is for one person, and nobody else can read it. */
export type Payload = { type: 'message' | 'remove' | 'test'; [field: string]: unknown }

const MOST_CHARACTERS_SHOWN = 200

const realmFacts = (realm: Realm, user_id: number) => ({
  realm_url: ownUrl(realm),
  realm_name: settingsOf(realm).name,
  user_id,
})

export function messagePayload(realm: Realm, user_id: number, message: IndexedMessage, body: MessageBody): Payload {
  const receiver = maybeUser(realm, user_id)
  const sender = receiver && maybeUserKnownTo(realm, receiver, message.sender_id)
  const stranger = unknownUser(realm, message.sender_id)
  return {
    type: 'message',
    ...realmFacts(realm, user_id),
    message_id: message.id,
    time: message.sent_at,
    sender_id: message.sender_id,
    sender_full_name: sender?.full_name ?? stranger.full_name,
    sender_avatar_url: sender ? avatarUrl(sender, false) : stranger.avatar_url,
    ...whereTo(realm, message),
    content: beginningOf(body.rendered_content),
  }
}

function whereTo(realm: Realm, { conversation }: IndexedMessage) {
  const { stream_id, topic, people } = conversation
  if (stream_id === null) return { recipient_type: 'direct', recipient_user_ids: people }
  const channel_name = findChannel(realm, stream_id)?.name
  return { recipient_type: 'channel', channel_id: stream_id, channel_name, topic: topicNameFor(topic, false) }
}

function beginningOf(html: string): string {
  const text = notificationText(html).trim()
  const characters = [...text]
  return characters.length <= MOST_CHARACTERS_SHOWN ? text : `${characters.slice(0, MOST_CHARACTERS_SHOWN).join('')}…`
}

export const removalPayload = (realm: Realm, user_id: number, message_ids: readonly number[]): Payload => ({
  type: 'remove',
  ...realmFacts(realm, user_id),
  message_ids,
})

export const testPayload = (realm: Realm, user_id: number): Payload => ({
  type: 'test',
  ...realmFacts(realm, user_id),
  time: realm.now(),
})

const NOT_SAID = 'New message'

/** For phones that cannot read what is sealed, where the realm wants nobody on the way to read what is said in it. */
export function withoutContent(payload: Payload): Payload {
  if (payload.type !== 'message') return payload
  const { type, realm_url, realm_name, user_id, message_id, time } = payload
  return { type, realm_url, realm_name, user_id, message_id, time, content: NOT_SAID }
}
