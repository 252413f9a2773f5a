import type { Realm } from '../../../realm'
import { mutersOf } from '../../people/muted-users/storage'
import { presenceOf } from '../../people/presence/storage'
import { ownersOfDevices } from '../../people/push-devices/storage'
import { usersWithPushNotifications, findSubscription, subscribedAmong } from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { userTopicsForTopic } from '../../channels/user-topics/storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { peopleWantingChannelPushes, userSettingsOf } from '../../people/user-settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { isIdle, shouldNotify, type MessageReach, type ConversationPreferences } from './rules'
import { findPushRemoval, pushesOf, deletePushes, writePush, writePushRemoval } from './storage'

/** A message that was just sent, as far as it calls people. */
export type SentMessage = {
  message_id: number
  conversation: Conversation
  sender: User
  mentioned: readonly number[]
  channel_wildcard: boolean
  topic_wildcard: readonly number[] | null
  read_by: readonly number[]
}

/**
 * Notes whose phones are to be told of a message. Whoever has none costs nothing, and a message that calls nobody with a
 * phone writes nothing; else it is one row, however many they are. They are told by the alarm, after the sender was.
 */
export function queueNotifications(realm: Realm, sent: SentMessage): void {
  const owners = ownersOfDevices(realm)
  if (owners.size === 0 || realm.config.push_bouncer.url === '') return
  const policies = policiesFor(realm, sent.conversation)
  const waiting = candidates(realm, sent, owners, policies).filter((id) => needsNotification(realm, sent, id, policies))
  if (waiting.length === 0) return
  writePush(realm, { message_id: sent.message_id, waiting, notified: [], due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}

/**
 * An edit calls people whom the message had not called before: only they are told, as the others were when it was sent.
 * Whoever has read it meanwhile, as it was, is not.
 */
export function queueLaterMentions(
  realm: Realm,
  later: Pick<SentMessage, 'message_id' | 'conversation' | 'sender'>,
  people: readonly number[],
): void {
  const owners = ownersOfDevices(realm)
  const { message_id, conversation, sender } = later
  if (owners.size === 0 || realm.config.push_bouncer.url === '' || conversation.stream_id === null) return
  const sent = {
    ...later,
    mentioned: people,
    channel_wildcard: false,
    topic_wildcard: null,
    read_by: mutersOf(realm, sender.user_id),
  }
  const [previous] = pushesOf(realm, [message_id])
  const [before, notified] = [previous?.waiting ?? [], previous?.notified ?? []]
  const policies = policiesFor(realm, conversation)
  const called = candidates(realm, sent, owners, policies)
    .filter((id) => people.includes(id) && !before.includes(id) && !notified.includes(id))
    .filter((id) => needsNotification(realm, sent, id, policies))
  if (called.length === 0) return
  writePush(realm, { message_id, waiting: [...before, ...called], notified, due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}

type Policies = ReadonlyMap<number, VisibilityPolicy>

const policiesFor = (realm: Realm, { stream_id, topic }: Conversation): Policies =>
  new Map(
    stream_id === null
      ? []
      : userTopicsForTopic(realm.sql, stream_id, topic).map(({ user_id, visibility_policy }) => [
          user_id,
          visibility_policy,
        ]),
  )

/** Those who may be concerned, by what is known without asking each: most people are told only of what calls them. */
function candidates(realm: Realm, sent: SentMessage, owners: ReadonlySet<number>, policies: Policies): number[] {
  const { stream_id, people } = sent.conversation
  const others = (ids: Iterable<number>) =>
    [...new Set(ids)]
      .filter((id) => owners.has(id) && id !== sent.sender.user_id && !sent.read_by.includes(id))
      .sort((a, b) => a - b)
  if (stream_id === null) return others(people)
  const concerned = sent.channel_wildcard
    ? others(owners)
    : others([
        ...sent.mentioned,
        ...(sent.topic_wildcard ?? []),
        ...policies.keys(),
        ...usersWithPushNotifications(realm.sql, stream_id),
        ...peopleWantingChannelPushes(realm.sql),
      ])
  const inside = subscribedAmong(realm.sql, stream_id, concerned)
  return concerned.filter((id) => inside.has(id))
}

function needsNotification(realm: Realm, sent: SentMessage, user_id: number, policies: Policies): boolean {
  const user = maybeUser(realm, user_id)
  if (user === undefined || !user.is_active) return false
  const call: MessageReach = {
    isDirect: sent.conversation.stream_id === null,
    isMentioned: sent.mentioned.includes(user_id),
    isWildcard: sent.channel_wildcard || (sent.topic_wildcard?.includes(user_id) ?? false),
  }
  const isAway = isIdle(presenceOf(realm, user_id)?.active_timestamp, realm.now())
  return shouldNotify(call, settingsOfPlace(realm, sent, user_id, policies), userSettingsOf(realm, user), isAway)
}

function settingsOfPlace(
  realm: Realm,
  { conversation }: SentMessage,
  user_id: number,
  policies: Policies,
): ConversationPreferences | undefined {
  if (conversation.stream_id === null) return undefined
  const subscription = findSubscription(realm.sql, user_id, conversation.stream_id)
  return subscription && { ...subscription, policy: policies.get(user_id) ?? Visibility.none }
}

/** Somebody has read these: whoever was not told yet need not be, and phones that show them take them away. */
export function withdrawNotifications(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (!ownersOfDevices(realm).has(user_id)) return
  const without = (ids: readonly number[]) => ids.filter((id) => id !== user_id)
  const shown: number[] = []
  for (const push of pushesOf(realm, message_ids)) {
    if (!push.waiting.includes(user_id) && !push.notified.includes(user_id)) continue
    if (push.notified.includes(user_id)) shown.push(push.message_id)
    const waiting = without(push.waiting)
    writePush(realm, {
      ...push,
      waiting,
      notified: without(push.notified),
      due_at: waiting.length > 0 ? push.due_at : null,
    })
  }
  queuePushRemoval(realm, user_id, shown)
}

/** Messages are gone, and what phones show of them is to go too. */
export function removeNotifications(realm: Realm, message_ids: readonly number[]): void {
  if (ownersOfDevices(realm).size === 0) return
  const pushes = pushesOf(realm, message_ids)
  if (pushes.length === 0) return
  for (const user_id of new Set(pushes.flatMap(({ notified }) => notified)))
    queuePushRemoval(
      realm,
      user_id,
      pushes.flatMap(({ notified, message_id }) => (notified.includes(user_id) ? [message_id] : [])),
    )
  deletePushes(realm, message_ids)
}

function queuePushRemoval(realm: Realm, user_id: number, message_ids: readonly number[]): void {
  if (message_ids.length === 0) return
  const before = findPushRemoval(realm, user_id)
  const all = [...new Set([...(before?.message_ids ?? []), ...message_ids])]
  writePushRemoval(realm, { user_id, message_ids: all, due_at: realm.now(), attempts: 0 })
  realm.wakeAt(realm.now())
}
