import type { ReadOnlyRealm, Realm } from '../../../realm'
import { mutersOf } from '../../people/muted-users/storage'
import { presenceOf } from '../../people/presence/storage'
import { usersWithDevices } from '../../people/push-devices/storage'
import { usersWithPushNotifications, findSubscription, subscribedAmong } from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { userTopicsForTopic } from '../../channels/user-topics/storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { usersWithChannelPushes, userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { isIdle, shouldNotify, type MessageReach, type ConversationPreferences } from './rules'
import { findPushRemoval, pushesOf, deletePushes, writePush, writePushRemoval } from './storage'

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

/**
 * Queues the push notifications of a message. They are sent by due work, after the response to the sender. Rows: one for the
 * message, and none if it notifies no user with a device.
 */
export function queueNotifications(realm: Realm, sent: SentMessage): void {
  const owners = usersWithDevices(realm)
  if (owners.size === 0 || realm.config.push_bouncer.url === '') return
  const policies = policiesFor(realm, sent.conversation)
  const waiting = candidates(realm, sent, owners, policies).filter((id) => needsNotification(realm, sent, id, policies))
  if (waiting.length === 0) return
  writePush(realm.sql, { message_id: sent.message_id, waiting, notified: [], due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}

/**
 * Queues push notifications for users whom an edit mentions for the first time. The users whom the message mentioned before were
 * notified when it was sent. `people` excludes users who have read the message meanwhile.
 */
export function queueLaterMentions(
  realm: Realm,
  later: Pick<SentMessage, 'message_id' | 'conversation' | 'sender'>,
  people: readonly number[],
): void {
  const owners = usersWithDevices(realm)
  const { message_id, conversation, sender } = later
  if (owners.size === 0 || realm.config.push_bouncer.url === '' || conversation.stream_id === null) return
  const sent = {
    ...later,
    mentioned: people,
    channel_wildcard: false,
    topic_wildcard: null,
    read_by: mutersOf(realm, sender.user_id),
  }
  const [previous] = pushesOf(realm.sql, [message_id])
  const waiting = previous?.waiting ?? []
  const notified = previous?.notified ?? []
  const policies = policiesFor(realm, conversation)
  const added = candidates(realm, sent, owners, policies)
    .filter((id) => people.includes(id) && !waiting.includes(id) && !notified.includes(id))
    .filter((id) => needsNotification(realm, sent, id, policies))
  if (added.length === 0) return
  writePush(realm.sql, { message_id, waiting: [...waiting, ...added], notified, due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}

type Policies = ReadonlyMap<number, VisibilityPolicy>

const policiesFor = (realm: ReadOnlyRealm, { stream_id, topic }: Conversation): Policies =>
  new Map(
    stream_id === null
      ? []
      : userTopicsForTopic(realm.sql, stream_id, topic).map(({ user_id, visibility_policy }) => [
          user_id,
          visibility_policy,
        ]),
  )

/** Returns the users whom the message may notify, from few queries. Most users are notified only of mentions. */
function candidates(
  realm: ReadOnlyRealm,
  sent: SentMessage,
  owners: ReadonlySet<number>,
  policies: Policies,
): number[] {
  const { stream_id, people } = sent.conversation
  const eligible = (ids: Iterable<number>) =>
    [...new Set(ids)]
      .filter((id) => owners.has(id) && id !== sent.sender.user_id && !sent.read_by.includes(id))
      .sort((a, b) => a - b)
  if (stream_id === null) return eligible(people)
  const ids = sent.channel_wildcard
    ? eligible(owners)
    : eligible([
        ...sent.mentioned,
        ...(sent.topic_wildcard ?? []),
        ...policies.keys(),
        ...usersWithPushNotifications(realm.sql, stream_id),
        ...usersWithChannelPushes(realm.sql),
      ])
  const subscribed = subscribedAmong(realm.sql, stream_id, ids)
  return ids.filter((id) => subscribed.has(id))
}

function needsNotification(realm: ReadOnlyRealm, sent: SentMessage, user_id: number, policies: Policies): boolean {
  const user = findUser(realm, user_id)
  if (user === undefined || !user.is_active) return false
  const reach: MessageReach = {
    isDirect: sent.conversation.stream_id === null,
    isMentioned: sent.mentioned.includes(user_id),
    isWildcard: sent.channel_wildcard || (sent.topic_wildcard?.includes(user_id) ?? false),
  }
  const isAway = isIdle(presenceOf(realm, user_id)?.active_timestamp, realm.now())
  return shouldNotify(reach, preferencesFor(realm, sent, user_id, policies), userSettingsOf(realm, user), isAway)
}

function preferencesFor(
  realm: ReadOnlyRealm,
  { conversation }: SentMessage,
  user_id: number,
  policies: Policies,
): ConversationPreferences | undefined {
  if (conversation.stream_id === null) return undefined
  const subscription = findSubscription(realm.sql, user_id, conversation.stream_id)
  return subscription && { ...subscription, policy: policies.get(user_id) ?? Visibility.none }
}

/** Withdraws the notifications of messages that the user has read: from the queue, and from the user's devices. */
export function withdrawNotifications(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (!usersWithDevices(realm).has(user_id)) return
  const withoutUser = (ids: readonly number[]) => ids.filter((id) => id !== user_id)
  const onDevices: number[] = []
  for (const push of pushesOf(realm.sql, message_ids)) {
    if (!push.waiting.includes(user_id) && !push.notified.includes(user_id)) continue
    if (push.notified.includes(user_id)) onDevices.push(push.message_id)
    const waiting = withoutUser(push.waiting)
    writePush(realm.sql, {
      ...push,
      waiting,
      notified: withoutUser(push.notified),
      due_at: waiting.length > 0 ? push.due_at : null,
    })
  }
  queuePushRemoval(realm, user_id, onDevices)
}

/** Removes the notifications of deleted messages, also from devices. */
export function removeNotifications(realm: Realm, message_ids: readonly number[]): void {
  if (usersWithDevices(realm).size === 0) return
  const pushes = pushesOf(realm.sql, message_ids)
  if (pushes.length === 0) return
  for (const user_id of new Set(pushes.flatMap(({ notified }) => notified)))
    queuePushRemoval(
      realm,
      user_id,
      pushes.flatMap(({ notified, message_id }) => (notified.includes(user_id) ? [message_id] : [])),
    )
  deletePushes(realm.sql, message_ids)
}

function queuePushRemoval(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (message_ids.length === 0) return
  const queued = findPushRemoval(realm.sql, user_id)
  const all = [...new Set([...(queued?.message_ids ?? []), ...message_ids])]
  writePushRemoval(realm.sql, { user_id, message_ids: all, due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}
