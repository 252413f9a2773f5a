import { hash } from 'node:crypto'
import { encodeForHash } from '../../../markdown/hash-addresses'
import type { MessageBody, Realm } from '../../../realm'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { Conversation } from '../../channels/topics/conversation'
import type { IndexedMessage } from '../../messages/message-index/message'
import { answerCode } from '../../messages/calls/answer-code'
import { findCall } from '../../messages/calls/storage'
import { badgeOf } from '../../messages/read-state/badge'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'
import { wordsFor } from '../bot-messages/words'
import { hiddenContent, messagePayload } from '../push/payloads'
import type { WebPush } from '../../people/push-browsers/deliver'
import { fitsInNotification } from '../../people/push-browsers/encrypt'

/** Declarative Web Push: a browser that knows this number shows the notification without the script of the client. */
const DECLARATIVE = 8030

const TEST_SECONDS = 60

export function notificationFor(
  realm: Realm,
  { user_id, message, body, seconds }: { user_id: number; message: IndexedMessage; body: MessageBody; seconds: number },
): WebPush {
  const { conversation, id } = message
  const payload = messagePayload(realm, user_id, message, body)
  const { sender_full_name, sender_avatar_url, content } = payload
  const isDirect = payload.recipient_type === 'direct'
  const hidden = hiddenContent(realm, user_id)
  const title = isDirect ? sender_full_name : `#${payload.channel_name} > ${payload.topic}`
  const isAlone = isDirect && payload.recipient_user_ids.length <= 2
  const ring = ringOf(realm, user_id, id)
  const visibleText = ring?.body ?? (isDirect && hidesDirectMessages(realm, user_id) ? hidden : content)
  const parts = {
    title,
    navigate: `${ownUrl(realm)}/${hashOf(conversation, user_id, id)}`,
    tag: tagOf(conversation, user_id),
    data: { message_id: id, user_id },
    icon: sender_avatar_url,
    ...ring?.parts,
  }
  const text = isAlone ? visibleText : `${sender_full_name}: ${visibleText}`
  return {
    text: textOf(parts, text, { hidden, app_badge: badge(realm, user_id) }),
    urgency: isDirect ? 'high' : 'normal',
    topic: topicOf(realm, user_id, parts.tag),
    seconds: ring?.seconds ?? seconds,
  }
}

/**
 * Returns what the notification of a call says while it rings. It stays until the user acts, and the notification of a missed call
 * replaces it, as that of a later message of the conversation does.
 */
function ringOf(realm: Realm, user_id: number, message_id: number) {
  const call = findCall(realm, message_id)
  const user = findUser(realm, user_id)
  if (user === undefined || call?.ended_at !== null) return undefined
  const seconds = (call.ring_until ?? 0) - realm.now()
  if (seconds <= 0) return undefined
  const words = wordsFor(realm, user).call
  const navigate = `${ownUrl(realm)}/#call/${message_id}/${answerCode(call, user_id)}`
  const actions = [
    { action: 'answer', title: words.answer, navigate },
    { action: 'decline', title: words.decline, navigate: `${ownUrl(realm)}/` },
  ]
  const data = { message_id, user_id, call_id: message_id }
  return { body: words.ringing, seconds, parts: { navigate, actions, data, requireInteraction: true } }
}

export function testNotificationFor(realm: Realm, user: User): WebPush {
  const { user_id } = user
  const { test, hidden } = wordsFor(realm, user).notification
  const tag = 'test'
  const navigate = `${ownUrl(realm)}/#settings/notifications`
  const parts = { title: settingsOf(realm).name, navigate, tag, data: { user_id } }
  return {
    text: textOf(parts, test, { hidden }),
    urgency: 'high',
    topic: topicOf(realm, user_id, tag),
    seconds: TEST_SECONDS,
  }
}

/** Returns the text with the longest body that fits. Long names and ids may leave no space for the message. */
function textOf(parts: object, body: string, { hidden, app_badge }: { hidden: string; app_badge?: number }): string {
  const withBody = (visibleText: string) =>
    JSON.stringify({
      web_push: DECLARATIVE,
      mutable: true,
      ...(app_badge === undefined ? {} : { app_badge }),
      notification: { ...parts, body: visibleText, dir: 'auto' },
    })
  const text = withBody(body)
  return fitsInNotification(text) ? text : withBody(hidden)
}

/** Reading may increase the read-up-to id of the user, which is a write. */
function badge(realm: Realm, user_id: number): number | undefined {
  const user = findUser(realm, user_id)
  return user && realm.transaction(() => badgeOf(realm, user))
}

function hidesDirectMessages(realm: Realm, user_id: number): boolean {
  const user = findUser(realm, user_id)
  return user !== undefined && !userSettingsOf(realm, user).pm_content_in_desktop_notifications
}

/** A direct conversation can have hundreds of users. */
const NAME_CHARACTERS = 200

/** The others in a direct conversation, as the client names it. Notes to oneself name the user. */
function othersIn(people: readonly number[], user_id: number): string {
  const others = people.filter((id) => id !== user_id)
  return (others.length > 0 ? others : [user_id]).join(',')
}

/** Returns the address of a message in the client. */
function hashOf({ stream_id, topic, people }: Conversation, user_id: number, message_id: number): string {
  if (stream_id === null) {
    const others = othersIn(people, user_id)
    return others.length > NAME_CHARACTERS ? `#narrow/near/${message_id}` : `#narrow/dm/${others}/near/${message_id}`
  }
  return `#narrow/channel/${stream_id}/topic/${encodeForHash(topic)}/near/${message_id}`
}

/** Returns the name of the conversation, which the client has too. A notification replaces the earlier one with the same name. */
function tagOf({ stream_id, topic, people }: Conversation, user_id: number): string {
  const name = stream_id === null ? `direct:${othersIn(people, user_id)}` : `topic:${stream_id}/${topic.toLowerCase()}`
  return name.slice(0, NAME_CHARACTERS)
}

const TOPIC_CHARACTERS = 32

const topicOf = (realm: Realm, user_id: number, tag: string): string =>
  hash('sha256', `${ownUrl(realm)} ${user_id} ${tag}`, 'base64url').slice(0, TOPIC_CHARACTERS)
