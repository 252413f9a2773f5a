import type { Realm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import { refusalToEditContent } from '../editing/rules'
import type { IndexedMessage } from '../../messages/message-index/message'
import { messageVisibleTo, Reading } from '../../messages/access/access'
import { settingsOf } from '../../realm/settings/storage'
import { postingAccess, requireDirectMessagePermission } from '../sending/recipients'
import { invalidRecipientId, recipientsHidden, refusalToPost } from '../sending/rules'
import { requireVisibleChannel } from '../../channels/subscriptions/access'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { resolveTopicName } from '../../channels/topics/rules'
import { turnedOffBy, userSettingsOf } from '../../people/user-settings/storage'
import { people } from '../../people/users/events'
import { canKnowOf } from '../../people/users/sight'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { typingEditStarted, typingEditStopped, typingStarted, typingStopped } from './events'
import { channelTypingDisabled, directTypingDisabled, emptyTo, isTooLargeForTyping, type TypingOp } from './rules'

const typing = { start: typingStarted, stop: typingStopped }
const typingEdit = { start: typingEditStarted, stop: typingEditStopped }

/** Somebody types to people, whom they may write to. */
export function publishDirectTyping(realm: Realm, actor: User, op: TypingOp, to: readonly number[]): void {
  if (to.length === 0) throw emptyTo({})
  if (!userSettingsOf(realm, actor).send_private_typing_notifications) throw directTypingDisabled({})
  const recipients = everyoneIn(realm, actor, to)
  requireDirectMessagePermission(realm, actor, recipients)
  const ids = recipients.map((user) => user.user_id)
  const facts = { message_type: 'direct', sender: named(actor), recipients: recipients.map(named) } as const
  realm.publish(typing[op](facts), whoListens(realm, ids))
}

/** Somebody types to a channel in which they may post. */
export function publishChannelTyping(
  realm: Realm,
  actor: User,
  op: TypingOp,
  { stream_id, topic }: { stream_id: number; topic: string },
): void {
  if (!userSettingsOf(realm, actor).send_stream_typing_notifications) throw channelTypingDisabled({})
  const channel = requireVisibleChannel(realm, actor, stream_id)
  const refusal = refusalToPost(postingAccess(realm, actor, channel))
  if (refusal) throw refusal
  if (isTooLargeForTyping(channel)) return
  const facts = { message_type: 'stream', sender: named(actor), stream_id, topic: resolveTopicName(topic) } as const
  realm.publish(typing[op](facts), whoListens(realm, subscribersOf(realm, stream_id)))
}

/** Somebody changes what they wrote, while they still may. */
export function publishEditTyping(realm: Realm, actor: User, op: TypingOp, message_id: number): void {
  const message = messageVisibleTo(realm, actor, message_id)
  const { conversation } = message
  const editor = { user_id: actor.user_id, now: realm.now() }
  const refusal = refusalToEditContent(message, editor, settingsOf(realm))
  if (refusal) throw refusal
  const { send_private_typing_notifications, send_stream_typing_notifications } = userSettingsOf(realm, actor)
  if (conversation.stream_id === null) {
    if (!send_private_typing_notifications) throw directTypingDisabled({})
    const recipient = { type: 'direct', user_ids: conversation.people } as const
    const facts = { sender_id: actor.user_id, message_id, recipient }
    return realm.publish(typingEdit[op](facts), whoListens(realm, conversation.people))
  }
  if (!send_stream_typing_notifications) throw channelTypingDisabled({})
  if (isTooLargeForTyping(getChannel(realm, conversation.stream_id))) return
  const recipient = { type: 'channel', channel_id: conversation.stream_id, topic: conversation.topic } as const
  const facts = { sender_id: actor.user_id, message_id, recipient }
  realm.publish(typingEdit[op](facts), whoListens(realm, subscribersWhoRead(realm, conversation.stream_id, message)))
}

/** Everyone in the conversation, the actor too, each once, in the order of their ids. */
function everyoneIn(realm: Realm, actor: User, to: readonly number[]): User[] {
  const users = [...new Set([actor.user_id, ...to])].map((user_id) => {
    const user = maybeUser(realm, user_id)
    if (user === undefined) throw invalidRecipientId({ user_id })
    if (!canKnowOf(realm, actor, user)) throw recipientsHidden({})
    return user
  })
  return users.sort((a, b) => a.user_id - b.user_id)
}

const named = ({ user_id, email }: User) => ({ user_id, email })

/** It is of interest now or never, so it is told to whom it concerns now, but for those who do not want to hear of it. */
function whoListens(realm: Realm, user_ids: readonly number[]) {
  const deaf = turnedOffBy(realm.sql, 'receives_typing_notifications', user_ids)
  return people({ user_ids: user_ids.filter((id) => !deaf.has(id)) })
}

// Whoever came later may not know of a message where history is protected. There are few: the channel is not too large.
const subscribersWhoRead = (realm: Realm, stream_id: number, message: IndexedMessage): number[] =>
  subscribersOf(realm, stream_id).filter((id) => {
    const user = maybeUser(realm, id)
    return user !== undefined && new Reading(realm, user).canRead(message)
  })
