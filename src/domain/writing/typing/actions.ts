import type { ReadOnlyRealm, Realm } from '../../../realm'
import { includesAscending } from '../../../store/ascending-ids'
import { getChannel } from '../../channels/channels/storage'
import { requireVisibleChannel } from '../../channels/subscriptions/access'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { resolveTopicName } from '../../channels/topics/rules'
import { getVisibleMessage, MessageAccess } from '../../messages/access/access'
import type { IndexedMessage } from '../../messages/message-index/message'
import { userSettingsOf, usersWithoutTypingNotifications } from '../../people/user-settings/storage'
import { onlyUsers } from '../../people/users/events'
import { canSeeUser } from '../../people/users/visible-users'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { refusalToEditContent } from '../editing/rules'
import { postingAccess, requireDirectMessagePermission } from '../sending/recipients'
import { invalidRecipientId, recipientsHidden, refusalToPost } from '../sending/rules'
import { typingEditStarted, typingEditStopped, typingStarted, typingStopped } from './events'
import { channelTypingDisabled, directTypingDisabled, emptyTo, isTooLargeForTyping, type TypingOp } from './rules'

const typing = { start: typingStarted, stop: typingStopped }
const typingEdit = { start: typingEditStarted, stop: typingEditStopped }

/** Publishes that the actor types a direct message. Throws if the actor may not send it. */
export function publishDirectTyping(realm: Realm, actor: User, op: TypingOp, to: readonly number[]): void {
  if (to.length === 0) throw emptyTo({})
  if (!userSettingsOf(realm, actor).send_private_typing_notifications) throw directTypingDisabled({})
  const users = resolveUsers(realm, actor, to)
  requireDirectMessagePermission(realm, actor, users)
  const facts = { message_type: 'direct', sender: fieldsOf(actor), recipients: users.map(fieldsOf) } as const
  const ids = users.map((user) => user.user_id)
  realm.publish(typing[op](facts), recipientsAmong(realm, ids))
}

/** Publishes that the actor types a message to a topic. Throws if the actor may not post in the channel. */
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
  const sender = fieldsOf(actor)
  const facts = { message_type: 'stream', sender, stream_id, topic: resolveTopicName(topic) } as const
  realm.publish(typing[op](facts), recipientsAmong(realm, subscribersOf(realm, stream_id)))
}

/** Publishes that the actor edits a message. Throws if the actor may not edit it. */
export function publishEditTyping(realm: Realm, actor: User, op: TypingOp, message_id: number): void {
  const message = getVisibleMessage(realm, actor, message_id)
  const { stream_id, topic, people } = message.conversation
  const editor = { user_id: actor.user_id, now: realm.now() }
  const refusal = refusalToEditContent(message, editor, settingsOf(realm))
  if (refusal) throw refusal
  const facts = { sender_id: actor.user_id, message_id }
  const { send_private_typing_notifications, send_stream_typing_notifications } = userSettingsOf(realm, actor)
  if (stream_id === null) {
    if (!send_private_typing_notifications) throw directTypingDisabled({})
    const recipient = { type: 'direct', user_ids: people } as const
    return realm.publish(typingEdit[op]({ ...facts, recipient }), recipientsAmong(realm, people))
  }
  if (!send_stream_typing_notifications) throw channelTypingDisabled({})
  if (isTooLargeForTyping(getChannel(realm, stream_id))) return
  const recipient = { type: 'channel', channel_id: stream_id, topic } as const
  const readers = subscribersWhoCanRead(realm, stream_id, message)
  realm.publish(typingEdit[op]({ ...facts, recipient }), recipientsAmong(realm, readers))
}

/** Returns the users of a direct conversation, with the actor, ordered by id. Throws if the actor cannot see one of them. */
function resolveUsers(realm: ReadOnlyRealm, actor: User, to: readonly number[]): User[] {
  const users = [...new Set([actor.user_id, ...to])].map((user_id) => {
    const user = findUser(realm, user_id)
    if (user === undefined) throw invalidRecipientId({ user_id })
    if (!canSeeUser(realm, actor, user)) throw recipientsHidden({})
    return user
  })
  return users.sort((a, b) => a.user_id - b.user_id)
}

const fieldsOf = ({ user_id, email }: User) => ({ user_id, email })

/**
 * Returns these users without those who turned off typing notifications. The event is ephemeral, so its recipients are
 * computed now, and not when a client reads it.
 */
function recipientsAmong(realm: ReadOnlyRealm, user_ids: readonly number[]) {
  const turnedOff = usersWithoutTypingNotifications(realm)
  return onlyUsers({ user_ids: user_ids.filter((id) => !includesAscending(turnedOff, id)) })
}

// With protected history, later subscribers cannot read the message. The channel is small enough to check each subscriber.
const subscribersWhoCanRead = (realm: Realm, stream_id: number, message: IndexedMessage): number[] =>
  subscribersOf(realm, stream_id).filter((id) => {
    const user = findUser(realm, id)
    return user !== undefined && new MessageAccess(realm, user).canRead(message)
  })
