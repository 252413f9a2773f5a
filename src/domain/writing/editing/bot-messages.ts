import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { deleteMessages } from '../deletion/actions'
import { newestIn } from '../../messages/message-index/conversation-rows'
import { postBotMessage } from '../bot-messages/actions'
import { actorNameIn } from '../bot-messages/names'
import { holdsAny } from '../../messages/access/held'
import { isSubscribed, subscribersOf } from '../../channels/subscriptions/storage'
import { movesWithIds, writeBotMessageId } from '../../channels/topics/move-storage'
import { segmentsIn } from '../../channels/topics/segment-storage'
import type { Topic } from '../../channels/topics/conversation'
import { findTopic } from '../../channels/topics/storage'
import { isGuest } from '../../people/users/rules'
import { allUsers, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { usersWhoReadResolveMessage } from './awaited'
import type { Moved } from './move-messages'
import { movedHereText, resolvedText, RESOLVE_UNDO_SECONDS, movedAwayText } from './bot-message-rules'

type Place = Moved['from']

export type MoveNotificationOptions = {
  send_notification_to_old_thread: boolean
  send_notification_to_new_thread: boolean
}

/** The server says in both topics what went from one to the other; of a mark, it says so where it was made. */
export function postMoveMessages(realm: Realm, actor: User, moved: Moved, wanted: MoveNotificationOptions): void {
  const { from, to, message_ids } = moved
  if (moved.isPureToggle) return noticeMark(realm, actor, moved)
  const tell = (here: Place, there: Place, words: typeof movedHereText) => {
    const went = { ...moved, count: message_ids.length, isNamed: isNamedIn(realm, moved, there, here) }
    postBotMessage(realm, actor, here, words(actorNameIn(realm, here.channel, actor), went))
  }
  if (wanted.send_notification_to_new_thread) tell(to, from, movedHereText)
  if (wanted.send_notification_to_old_thread) tell(from, to, movedAwayText)
}

/**
 * Returns whether all who will read the notice in `here` may know the name of `there`. In one channel with protected
 * history, a subscriber who came later knows neither topic of the messages that were moved.
 */
function isNamedIn(realm: Realm, { held }: Moved, there: Place, here: Place): boolean {
  if (there.channel !== here.channel) return isKnownIn(realm, there.channel, here.channel)
  const { stream_id } = here.channel
  return held === undefined || subscribersOf(realm, stream_id).every((id) => holdsAny(realm, stream_id, id, held))
}

/** Do all who read what is said in one channel know of the other? Guests know of their own only. */
function isKnownIn(realm: Realm, { stream_id, invite_only, is_web_public }: Channel, readAt: Channel): boolean {
  if (invite_only) return false
  if (is_web_public) return true
  const readers = readAt.is_web_public
    ? allUsers(realm)
    : subscribersOf(realm, readAt.stream_id).flatMap((id) => maybeUser(realm, id) ?? [])
  return readers.filter(isGuest).every(({ user_id }) => isSubscribed(realm.sql, user_id, stream_id))
}

function noticeMark(realm: Realm, actor: User, { to, move_id }: Moved): void {
  const topic = findTopic(realm, to.channel.stream_id, to.topic)!
  const undone = maybeUndoneNotice(realm, topic, move_id)
  if (undone !== undefined) deleteMessages(realm, topic, [undone])
  else {
    const unread_only_for = usersWhoReadResolveMessage(realm, actor, topic)
    writeBotMessageId(
      realm.sql,
      move_id,
      postBotMessage(
        realm,
        actor,
        { ...to, unread_only_for },
        resolvedText(actorNameIn(realm, to.channel, actor), to.topic),
      ),
    )
  }
}

/** What the server said of the mark that is taken back, if it was the last thing said, and only just now. */
function maybeUndoneNotice(realm: Realm, topic: Topic, move_id: number): number | undefined {
  const segments = segmentsIn(realm.sql, topic.id)
  const earlier = segments.flatMap(({ moves }) => moves).filter((id) => id !== move_id)
  const [last] = movesWithIds(realm.sql, [earlier.reduce((newest, id) => Math.max(newest, id), 0)])
  if (last === undefined || last.bot_message_id === null || realm.now() - last.moved_at > RESOLVE_UNDO_SECONDS)
    return undefined
  return newestIn(realm, segments) === last.bot_message_id ? last.bot_message_id : undefined
}
