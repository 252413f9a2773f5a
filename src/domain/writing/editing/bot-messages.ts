import type { ReadOnlyRealm, Realm } from '../../../realm'
import { sizeOf } from '../../../store/id-set'
import type { Channel } from '../../channels/channels/channel'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import type { Topic } from '../../channels/topics/conversation'
import { movesWithIds, writeBotMessageId } from '../../channels/topics/move-storage'
import { segmentsIn } from '../../channels/topics/segment-storage'
import { findTopic } from '../../channels/topics/lookup-storage'
import { Visibility } from '../../channels/user-topics/rules'
import { policiesOf } from '../../channels/user-topics/topic-policies-storage'
import { receivedAny } from '../../messages/access/protected-messages'
import { newestIdInSegments } from '../../messages/message-index/conversation-storage'
import { usersWithSetting } from '../../people/user-settings/storage'
import { isGuest } from '../../people/users/rules'
import { allUsers, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { postBotMessage } from '../bot-messages/actions'
import { actorNameIn } from '../bot-messages/names'
import { wordsOf } from '../bot-messages/words'
import { deleteMessages } from '../deletion/actions'
import { movedAwayText, movedHereText, resolvedText, RESOLVE_UNDO_SECONDS } from './bot-message-rules'
import type { Moved } from './move-messages'

export type MoveNotificationOptions = {
  send_notification_to_old_thread: boolean
  send_notification_to_new_thread: boolean
}

/** Posts bot messages about a move: in the old and the new topic; or one in the topic that was resolved or unresolved. */
export function postMoveMessages(realm: Realm, actor: User, moved: Moved, options: MoveNotificationOptions): void {
  const { from, to, message_ids } = moved
  if (moved.isPureToggle) return postResolveMessage(realm, actor, moved)
  const post = (here: Location, there: Location, textOf: typeof movedHereText) => {
    const facts = { ...moved, count: sizeOf(message_ids), isNamed: canBeNamedIn(realm, moved, there, here) }
    postBotMessage(realm, actor, here, textOf(wordsOf(realm), actorNameIn(realm, here.channel, actor), facts))
  }
  if (options.send_notification_to_new_thread) post(to, from, movedHereText)
  if (options.send_notification_to_old_thread) post(from, to, movedAwayText)
}

type Location = Moved['from']

/**
 * Returns whether all readers of a bot message in `here` may know the name of `there`. In one channel with protected history,
 * later subscribers may know neither of the two topics.
 */
function canBeNamedIn(realm: ReadOnlyRealm, { protectedMessages }: Moved, there: Location, here: Location): boolean {
  if (there.channel !== here.channel) return isVisibleToReadersOf(realm, there.channel, here.channel)
  const { stream_id } = here.channel
  return (
    protectedMessages === undefined ||
    subscribersOf(realm, stream_id).every((id) => receivedAny(realm, stream_id, id, protectedMessages))
  )
}

/** Returns whether all readers of `readChannel` can see another channel. Guests see only channels that they are subscribed to. */
function isVisibleToReadersOf(
  realm: ReadOnlyRealm,
  { stream_id, invite_only, is_web_public }: Channel,
  readChannel: Channel,
): boolean {
  if (invite_only) return false
  if (is_web_public) return true
  const readers = readChannel.is_web_public
    ? allUsers(realm)
    : subscribersOf(realm, readChannel.stream_id).flatMap((id) => findUser(realm, id) ?? [])
  return readers.filter(isGuest).every(({ user_id }) => isSubscribed(realm, user_id, stream_id))
}

/** Posts that a topic was resolved or unresolved. If the actor undoes this soon, deletes the first bot message instead. */
function postResolveMessage(realm: Realm, actor: User, { to, move_id }: Moved): void {
  const topic = findTopic(realm, to.channel.stream_id, to.topic)!
  const undone_id = findUndoneMessage(realm, topic, move_id)
  if (undone_id !== undefined) return deleteMessages(realm, topic, [undone_id])
  const unread_only_for = usersWhoReadResolveMessages(realm, actor, topic)
  const text = resolvedText(wordsOf(realm), actorNameIn(realm, to.channel, actor), to.topic)
  writeBotMessageId(realm.sql, move_id, postBotMessage(realm, actor, { ...to, unread_only_for }, text))
}

/** Returns the bot message of the change that is undone, if it is recent and the last message of the topic. */
function findUndoneMessage(realm: ReadOnlyRealm, topic: Topic, move_id: number): number | undefined {
  const segments = segmentsIn(realm.sql, topic.id)
  const earlier = segments.flatMap(({ moves }) => moves).filter((id) => id !== move_id)
  const [last] = movesWithIds(realm.sql, [earlier.reduce((newest, id) => Math.max(newest, id), 0)])
  if (last === undefined || last.bot_message_id === null || realm.now() - last.moved_at > RESOLVE_UNDO_SECONDS)
    return undefined
  return newestIdInSegments(realm.sql, segments) === last.bot_message_id ? last.bot_message_id : undefined
}

/**
 * Returns the subscribers for whom the bot message is unread: those whose setting says that they always read such messages,
 * and those who follow the topic, unless their setting says never. For the actor it is read.
 */
function usersWhoReadResolveMessages(realm: ReadOnlyRealm, actor: User, { stream_id, topic }: Topic): number[] {
  const setting = 'resolved_topic_notice_auto_read_policy'
  const subscribers = subscribersOf(realm, stream_id)
  const neverAutoRead = usersWithSetting(realm.sql, { name: setting, value: 'never' }, subscribers)
  const alwaysAutoRead = usersWithSetting(realm.sql, { name: setting, value: 'always' }, subscribers)
  const followers = new Set(
    [...policiesOf(realm, stream_id, topic)].flatMap(([user_id, policy]) =>
      policy === Visibility.followed && !alwaysAutoRead.has(user_id) ? [user_id] : [],
    ),
  )
  return subscribers.filter(
    (user_id) => user_id !== actor.user_id && (neverAutoRead.has(user_id) || followers.has(user_id)),
  )
}
