import type { ReadOnlyRealm, Realm } from '../../../realm'
import { mutersOf } from '../../people/muted-users/storage'
import { presenceOf } from '../../people/presence/storage'
import { usersWithDevices } from '../../people/push-devices/storage'
import {
  findSubscription,
  subscribedAmong,
  subscribersOf,
  usersWithNotifications,
} from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { Visibility } from '../../channels/user-topics/rules'
import { policiesOf, type TopicPolicies } from '../../channels/user-topics/topic-policies-storage'
import { userSettingsOf, usersWithChannelEmails, usersWithChannelPushes } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { addMissedMessage, queueMissedMessage, type WaitingUser } from './missed-messages'
import { quietUntil } from './quiet-rules'
import { isIdle, reasonsToNotify, type ConversationPreferences, type MessageReach } from './rules'
import { pushesOf, writePush } from './storage'

/** A message that was just sent, and the users whom it mentions. */
export type SentMessage = {
  message_id: number
  conversation: Conversation
  sender: User
  mentioned: readonly number[]
  channel_wildcard: boolean
  topic_wildcard: readonly number[] | null // the users whom `@**topic**` mentions
  read_by: readonly number[] // the message is read for these users from the start: for example, they muted the sender
}

/** More users than these are not searched for emails while the sender waits. */
const MAX_DECIDED_AT_ONCE = 100

/**
 * Queues the notifications of a message. They are sent by due work, after the response to the sender. Rows: one for the pushes,
 * one for the emails, and none if it notifies no user.
 */
export function queueNotifications(realm: Realm, sent: SentMessage): void {
  const deviceUsers = usersWithDevices(realm)
  const policies = policiesFor(realm, sent.conversation)
  const all = new Set(candidates(realm, sent, policies, deviceUsers))
  const emailsLater = sent.channel_wildcard || all.size > MAX_DECIDED_AT_ONCE
  const decided = emailsLater ? [...all].filter((id) => deviceUsers.has(id)) : all
  const { push, email } = usersToNotify(realm, sent, decided, policies)
  const { message_id } = sent
  if (push.length > 0) {
    writePush(realm.sql, { message_id, waiting: push, notified: [], due_at: realm.now(), attempts: 0 })
    realm.wakeAt(realm.now())
  }
  if (emailsLater) queueMissedMessage(realm, message_id, null)
  else queueEmails(realm, message_id, email)
}

/**
 * Queues notifications for users whom an edit mentions for the first time. The users whom the message mentioned before were
 * notified when it was sent. `people` excludes users who have read the message meanwhile.
 */
export function queueLaterMentions(
  realm: Realm,
  later: Pick<SentMessage, 'message_id' | 'conversation' | 'sender'>,
  people: readonly number[],
): void {
  const { conversation, sender } = later
  if (people.length === 0 || conversation.stream_id === null) return
  const read_by = mutersOf(realm, sender.user_id)
  const sent = { ...later, mentioned: people, channel_wildcard: false, topic_wildcard: null, read_by }
  queueLater(realm, sent, people)
}

/**
 * Queues the notifications of a message for a user who was active when it was sent, did not read it, and has left: no client of
 * the user receives messages any more.
 */
export const queueForAbsentUser = (realm: Realm, sent: SentMessage, user_id: number): void =>
  queueLater(realm, sent, [user_id])

function queueLater(realm: Realm, sent: SentMessage, people: readonly number[]): void {
  const { message_id, conversation } = sent
  const [previous] = pushesOf(realm.sql, [message_id])
  const waiting = previous?.waiting ?? []
  const notified = previous?.notified ?? []
  const { push, email } = usersToNotify(realm, sent, people, policiesFor(realm, conversation))
  const added = push.filter((id) => !waiting.includes(id) && !notified.includes(id))
  if (added.length > 0) {
    writePush(realm.sql, { message_id, waiting: [...waiting, ...added], notified, due_at: realm.now(), attempts: 0 })
    realm.wakeAt(realm.now())
  }
  queueEmails(realm, message_id, email)
}

/** Queues the emails of a message. A message for one user joins the user's waiting messages at once. */
function queueEmails(realm: Realm, message_id: number, waiting: WaitingUser[]): void {
  if (waiting.length > 1) queueMissedMessage(realm, message_id, waiting)
  else for (const user of waiting) addMissedMessage(realm, message_id, user)
}

/** Returns the users whom a message notifies by email, among all who received it. For messages with many candidates. */
export function recipientsToEmail(realm: ReadOnlyRealm, sent: SentMessage): WaitingUser[] {
  const { stream_id, people } = sent.conversation
  const recipients = stream_id === null ? people : subscribersOf(realm, stream_id)
  return usersToNotify(realm, sent, recipients, policiesFor(realm, sent.conversation)).email
}

/** Returns the policies of users for the topic of a conversation. A direct message has none. */
export const policiesFor = (realm: ReadOnlyRealm, { stream_id, topic }: Conversation): TopicPolicies =>
  stream_id === null ? new Map() : policiesOf(realm, stream_id, topic)

/** Returns the users whom the message may notify, from few queries. Most users are notified only of mentions. */
function candidates(
  realm: ReadOnlyRealm,
  sent: SentMessage,
  policies: TopicPolicies,
  deviceUsers: ReadonlySet<number>,
): Iterable<number> {
  const { stream_id, people } = sent.conversation
  if (stream_id === null) return people
  if (deviceUsers.size === 0 && !realm.emails.canSend) return []
  return [
    ...sent.mentioned,
    ...(sent.channel_wildcard ? deviceUsers : []),
    ...(sent.topic_wildcard ?? []),
    ...policies.keys(),
    ...usersWithNotifications(realm, stream_id),
    ...usersWithChannelPushes(realm),
    ...usersWithChannelEmails(realm),
  ]
}

type UsersToNotify = { push: number[]; email: WaitingUser[] }

/** Returns those of these users whom the message notifies. Reads nothing about users whom it cannot reach. */
function usersToNotify(
  realm: ReadOnlyRealm,
  sent: SentMessage,
  user_ids: ReadonlySet<number> | readonly number[],
  policies: TopicPolicies,
): UsersToNotify {
  const deviceUsers = usersWithDevices(realm)
  const now = realm.now()
  const active = [...user_ids].filter((id) => !isIdle(presenceOf(realm, id)?.active_timestamp, now))
  // A user who has just left is active, but no client of theirs shows the message.
  const present = realm.listeners.receiversAmong(active)
  const isAway = (user_id: number) => !present.has(user_id)
  const reachable = [...user_ids]
    .filter((id) => deviceUsers.has(id) || (realm.emails.canSend && isAway(id)))
    .filter((id) => id !== sent.sender.user_id && !sent.read_by.includes(id))
    .sort((a, b) => a - b)
  const push: number[] = []
  const email: WaitingUser[] = []
  if (reachable.length === 0) return { push, email }
  const { stream_id } = sent.conversation
  const subscribed = stream_id === null ? undefined : subscribedAmong(realm.sql, stream_id, reachable)
  const reachOf = reachesOf(sent)
  for (const user_id of reachable) {
    const user = findUser(realm, user_id)
    if (!user?.is_active || user.is_bot || subscribed?.has(user_id) === false) continue
    const settings = userSettingsOf(realm, user)
    const attention = { isIdle: isAway(user_id), isQuiet: quietUntil(settings, now) !== undefined }
    const preferences = preferencesFor(realm, sent, user_id, policies)
    const reasons = reasonsToNotify(reachOf(user_id), preferences, settings, attention)
    if (reasons.push !== undefined && deviceUsers.has(user_id)) push.push(user_id)
    if (reasons.email !== undefined && realm.emails.canSend) email.push([user_id, reasons.email])
  }
  return { push, email }
}

/** Returns the function that says how the message concerns a user. */
function reachesOf({ conversation, mentioned, topic_wildcard, channel_wildcard }: SentMessage) {
  const [mentionedSet, participants] = [new Set(mentioned), new Set(topic_wildcard)]
  return (user_id: number): MessageReach => ({
    isDirect: conversation.stream_id === null,
    isMentioned: mentionedSet.has(user_id),
    isTopicWildcard: participants.has(user_id),
    isChannelWildcard: channel_wildcard,
  })
}

/** Returns undefined if the message is direct, or the user is not subscribed. */
export function preferencesFor(
  realm: ReadOnlyRealm,
  { conversation }: Pick<SentMessage, 'conversation'>,
  user_id: number,
  policies: TopicPolicies,
): ConversationPreferences | undefined {
  if (conversation.stream_id === null) return undefined
  const subscription = findSubscription(realm.sql, user_id, conversation.stream_id)
  return subscription && { ...subscription, policy: policies.get(user_id) ?? Visibility.none }
}
