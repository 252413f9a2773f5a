import type { ReadOnlyRealm, Realm } from '../../../realm'
import { idsOfRuns, type Run } from '../../../store/id-set'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { loadViewerAccess, requireReadableChannel } from '../../channels/subscriptions/access'
import { updateFirstMessage } from '../../channels/topics/actions'
import type { Topic } from '../../channels/topics/conversation'
import { earlierChannelsOf, insertMove } from '../../channels/topics/move-storage'
import { isResolveToggle, refusalOfTopic, resolveTopicName } from '../../channels/topics/rules'
import { segmentsWithout } from '../../channels/topics/segment-rules'
import { moveSegments, segmentsIn } from '../../channels/topics/segment-storage'
import { findTopic } from '../../channels/topics/lookup-storage'
import { createTopic, deleteConversation, renameTopic, writeMessageRange } from '../../channels/topics/storage'
import { protectedMessagesIn, type ProtectedMessages } from '../../messages/access/protected-messages'
import { findIdRange, newestIdInSegments } from '../../messages/message-index/conversation-storage'
import { hasRealmPermission } from '../../people/groups/membership'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { requireTopicPermission } from '../sending/destinations'
import { postingAccess } from '../sending/recipients'
import { refusalToPost } from '../sending/rules'
import { movableMessages, requireRecentEnough, type MovableMessages } from './movable-messages'
import {
  generalChatCannotBeResolved,
  isResolvedGeneralChat,
  refusalToMove,
  type Move,
  type PropagateMode,
} from './move-rules'
import { permissionsToMove, type Viewed } from './permission-rules'
import { nothingToChange } from './rules'

export type RequestedMove = {
  move_id: number
  message_id: number
  topic?: string
  stream_id?: number
  propagate_mode: PropagateMode
}

/** The result of a move from one topic to another. */
export type Moved = {
  move_id: number
  message_ids: readonly Run[]
  protectedMessages?: ProtectedMessages // only if the old channel has protected history: how users received the messages there
  propagate_mode: PropagateMode
  from: { channel: Channel; topic: string }
  to: { channel: Channel; topic: string }
  isWhole: boolean // no message is left in the old topic
  isJoined: boolean // the new topic had messages before
  isPureToggle: boolean
}

/**
 * Moves messages to another topic or channel. Returns undefined if they are there already. Throws if the actor may not move
 * them. Rows: the move, and a few for the segments and the two topics, whatever the number of messages.
 */
export function moveMessages(realm: Realm, actor: User, source: Topic, requested: RequestedMove): Moved | undefined {
  const { move_id, message_id, propagate_mode } = requested
  const from = getChannel(realm, source.stream_id)
  const to = resolveTargetChannel(realm, actor, from, requested.stream_id)
  const topic = requested.topic === undefined ? source.topic : resolveTopicName(requested.topic)
  if (to === from && topic === source.topic) return undefined
  const move = requireMovePermission(realm, actor, { source, from, to, topic, propagate_mode })
  const selected = { id: message_id, propagate_mode }
  const movable = movableMessages(realm, actor, { channel: from, topic: source }, selected)
  requireRecentEnough(realm, actor, { channel: from, topic: source, selected, move, movable })

  const isWhole = isWholeTopic(realm, source, movable)
  const target = findTopic(realm, to.stream_id, topic)
  // The names differ only in case. A topic has one spelling, so a part of it cannot get another.
  if (target?.id === source.id && !isWhole) throw nothingToChange({})
  const isJoined = target !== undefined && target.id !== source.id
  const protectedMessages = protectedMessagesIn(realm, from, () => idsOfRuns(movable.ids))
  const moved = writeMove(realm, source, { stream_id: to.stream_id, topic, target, movable, isWhole }, move_id)
  insertMove(realm.sql, {
    id: move_id,
    user_id: actor.user_id,
    moved_at: realm.now(),
    stream_id: from.stream_id,
    topic: source.topic,
    new_stream_id: to.stream_id,
    new_topic: moved.topic,
  })
  if (to !== from) for (const { stream_id } of [from, to]) updateFirstMessage(realm, stream_id)
  return {
    move_id,
    message_ids: movable.ids,
    protectedMessages,
    propagate_mode,
    from: { channel: from, topic: source.topic },
    to: { channel: to, topic: moved.topic },
    isWhole,
    isJoined,
    isPureToggle: move.isPureToggle,
  }
}

function resolveTargetChannel(
  realm: ReadOnlyRealm,
  actor: User,
  from: Channel,
  stream_id: number | undefined,
): Channel {
  if (stream_id === undefined || stream_id === from.stream_id) return from
  return requireReadableChannel(realm, actor, stream_id)
}

type ResolvedMove = { source: Topic; from: Channel; to: Channel; topic: string; propagate_mode: PropagateMode }

function requireMovePermission(
  realm: ReadOnlyRealm,
  actor: User,
  { source, from, to, topic, propagate_mode }: ResolvedMove,
): Move {
  if (source.topic === '' && isResolvedGeneralChat(topic)) throw generalChatCannotBeResolved({})
  const isToggled = isResolveToggle(source.topic, topic)
  const isToAnotherChannel = to !== from
  const move: Move = {
    isToAnotherChannel,
    isToAnotherTopic: topic !== source.topic,
    isToggled,
    isPureToggle: isToggled && !isToAnotherChannel && propagate_mode === 'change_all',
    isFromArchive: from.is_archived,
    may: permissionsOf(realm, actor, from, to),
  }
  const refusal =
    refusalOfTopic(topic, to, settingsOf(realm).topics_policy) ??
    refusalToMove(move) ??
    (isToAnotherChannel ? refusalToPost(postingAccess(realm, actor, to)) : undefined)
  if (refusal) throw refusal
  // To resolve a topic has its own permission.
  if (!move.isPureToggle) requireTopicPermission(realm, postingAccess(realm, actor, to), topic)
  return move
}

function permissionsOf(realm: ReadOnlyRealm, actor: User, from: Channel, to: Channel): Move['may'] {
  const viewed = (channel: Channel): Viewed => ({ channel, viewer: loadViewerAccess(realm, actor, channel) })
  const ofRealm = {
    can_resolve_topics_group: hasRealmPermission(realm, actor, 'can_resolve_topics_group'),
    can_move_messages_between_topics_group: hasRealmPermission(realm, actor, 'can_move_messages_between_topics_group'),
    can_move_messages_between_channels_group: hasRealmPermission(
      realm,
      actor,
      'can_move_messages_between_channels_group',
    ),
  }
  return permissionsToMove(ofRealm, viewed(from), from === to ? undefined : viewed(to))
}

/** Returns whether no message of the topic is outside the moved segments. */
const isWholeTopic = (realm: ReadOnlyRealm, { id }: Topic, { segments }: MovableMessages): boolean =>
  newestIdInSegments(realm.sql, segmentsWithout(segmentsIn(realm.sql, id), segments)) === undefined

type MoveTarget = {
  stream_id: number
  topic: string
  target: Topic | undefined
  movable: MovableMessages
  isWhole: boolean
}

/** A whole topic that stays in its channel is renamed. In all other cases, segments move to another topic, old or new. */
function writeMove(realm: Realm, source: Topic, to: MoveTarget, move_id: number): { topic: string } {
  const { stream_id, topic, target, isWhole, movable } = to
  const { segments, ids } = movable
  const isFromOtherChannel =
    stream_id !== source.stream_id || segments.some(({ moves }) => earlierChannelsOf(realm.sql, moves).length > 0)
  const isRenamed = isWhole && stream_id === source.stream_id && (target === undefined || target.id === source.id)
  if (isRenamed) {
    renameTopic(realm, source.id, topic)
    moveSegments(realm, segments, { conversation_id: source.id, move_id, isFromOtherChannel })
    return { topic }
  }
  const conversation =
    target ?? createTopic(realm.sql, stream_id, topic, { min_id: ids[0]!.from, max_id: ids.at(-1)!.to })
  moveSegments(realm, segments, { conversation_id: conversation.id, move_id, isFromOtherChannel })
  writeMessageRange(realm, conversation.id, findIdRange(realm.sql, conversation.id)!)
  if (isWhole) deleteConversation(realm, source.id)
  else writeMessageRange(realm, source.id, findIdRange(realm.sql, source.id)!)
  return conversation
}
