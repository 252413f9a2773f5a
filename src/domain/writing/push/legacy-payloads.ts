import type { ReadOnlyRealm } from '../../../realm'
import { findMessage } from '../../messages/message-index/storage'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { dummyEmailOf, findUser } from '../../people/users/storage'
import { ownUrl } from '../../realm/settings/own-url'
import { realmNumber } from '../../realm/settings/realm-number'
import { realmRow } from '../../realm/settings/storage'
import { wordsFor } from '../bot-messages/words'
import type { MessagePayload, Payload, RemovalPayload } from './payloads'
import { reasonToPush } from './reasons'

/** The notification of a phone that cannot decrypt: for Android, and for iOS. The bouncer can read both. */
export type LegacyPayloads = { gcm_payload: object; apns_payload: object }

export const legacyPayloads = (realm: ReadOnlyRealm, payload: Exclude<Payload, { type: 'test' }>): LegacyPayloads =>
  payload.type === 'message' ? legacyMessage(realm, payload) : legacyRemoval(realm, payload)

type OfRealm = Pick<Payload, 'realm_url' | 'realm_name' | 'user_id'>

const legacyRealm = ({ realm_url, realm_name, user_id }: OfRealm) => ({
  realm_uri: realm_url,
  realm_url,
  realm_name,
  user_id,
})

/** The facts that each notification for Android has. */
export const legacyBase = (realm: ReadOnlyRealm, payload: OfRealm) => ({
  server: new URL(ownUrl(realm)).host,
  realm_id: realmNumber(realm),
  ...legacyRealm(payload),
})

function legacyRemoval(realm: ReadOnlyRealm, payload: RemovalPayload): LegacyPayloads {
  const removal = { event: 'remove', zulip_message_ids: payload.message_ids.join(',') }
  return {
    gcm_payload: { ...legacyBase(realm, payload), ...removal },
    apns_payload: { badge: 0, custom: { zulip: { ...legacyRealm(payload), ...removal } } },
  }
}

function legacyMessage(realm: ReadOnlyRealm, payload: MessagePayload): LegacyPayloads {
  const { message_id, time, sender_id, sender_full_name, sender_avatar_url, content } = payload
  const sender = { sender_id, sender_email: emailOfSender(realm, payload) }
  const conversation = conversationOf(payload)
  return {
    gcm_payload: {
      ...legacyBase(realm, payload),
      event: 'message',
      zulip_message_id: message_id,
      ...sender,
      sender_full_name,
      sender_avatar_url,
      time,
      content,
      ...conversation,
    },
    apns_payload: {
      alert: { ...titlesOf(realm, payload), body: content },
      sound: 'default',
      badge: 0,
      custom: { zulip: { ...legacyRealm(payload), ...sender, message_ids: [message_id], ...conversation } },
    },
  }
}

/** Returns the address that the recipient may see. */
function emailOfSender(realm: ReadOnlyRealm, { user_id, sender_id }: MessagePayload): string {
  const recipient = findUser(realm, user_id)
  const sender = recipient && findVisibleUser(realm, recipient, sender_id)
  return sender?.email ?? dummyEmailOf(sender_id, realmRow(realm).host)
}

const TWO_PEOPLE = 2

function conversationOf(payload: MessagePayload) {
  if (payload.recipient_type === 'channel') {
    const { channel_id, channel_name, topic } = payload
    return { recipient_type: 'stream', stream: channel_name, stream_id: channel_id, topic }
  }
  const people = payload.recipient_user_ids
  return { recipient_type: 'private', ...(people.length > TWO_PEOPLE ? { pm_users: people.join(',') } : {}) }
}

function titlesOf(realm: ReadOnlyRealm, payload: MessagePayload) {
  if (payload.recipient_type === 'direct') return directTitles(realm, payload)
  return { title: `#${payload.channel_name} > ${payload.topic}`, subtitle: subtitleOf(realm, payload) }
}

const WILDCARDS = new Set<string | undefined>([
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
])

/** Returns why the message in a channel notifies the user. */
function subtitleOf(realm: ReadOnlyRealm, payload: MessagePayload): string {
  const { user_id, message_id, sender_full_name: name, mentioned_user_group_name: group } = payload
  const [user, message] = [findUser(realm, user_id), findMessage(realm, message_id)]
  if (user === undefined || message === undefined) return `${name}:`
  const { notification } = wordsFor(realm, user)
  const reason = reasonToPush(realm, user, message)
  if (WILDCARDS.has(reason)) return notification.mentionedEveryone(name)
  if (reason !== 'mentioned') return `${name}:`
  return group === undefined ? notification.mentionedYou(name) : notification.mentionedGroup(name, group)
}

function directTitles(realm: ReadOnlyRealm, payload: MessagePayload & { recipient_type: 'direct' }) {
  const { user_id, sender_id, sender_full_name, recipient_user_ids } = payload
  if (recipient_user_ids.length <= TWO_PEOPLE) return { title: sender_full_name, subtitle: '' }
  const recipient = findUser(realm, user_id)
  const names = recipient_user_ids
    .filter((id) => id !== user_id)
    .map((id) => (id === sender_id ? sender_full_name : recipient && findVisibleUser(realm, recipient, id)?.full_name))
    .filter((name) => name !== undefined)
  return { title: names.sort().join(', '), subtitle: `${sender_full_name}:` }
}
