import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canAdminister } from '../../channels/channels/rules'
import { getChannel } from '../../channels/channels/storage'
import { realmAllows } from '../../people/groups/standing'
import { holds } from '../../people/groups/rules'
import { boundsOf, countIn } from '../../messages/message-index/conversation-rows'
import { heldIn, type Held } from '../../messages/access/held'
import { settingsOf } from '../../realm/settings/storage'
import { postingAccess } from '../sending/recipients'
import { refusalToPost } from '../sending/rules'
import { requireReadableChannel, loadViewerAccess } from '../../channels/subscriptions/access'
import { updateFirstMessage } from '../../channels/topics/actions'
import { insertMove, earlierChannelsOf } from '../../channels/topics/move-storage'
import { isResolveToggle, refusalOfTopic, resolveTopicName } from '../../channels/topics/rules'
import { moveSegments, segmentsIn } from '../../channels/topics/segment-storage'
import type { Topic } from '../../channels/topics/conversation'
import {
  createTopic,
  findTopic,
  deleteConversation,
  renameTopic,
  writeMessageRange,
} from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { movableMessages, requireRecentEnough, type MovableMessages } from './movable-messages'
import {
  generalChatCannotBeResolved,
  isResolvedGeneralChat,
  refusalToMove,
  type Move,
  type PropagateMode,
} from './move-rules'
import { nothingToChange } from './rules'

export type RequestedMove = {
  move_id: number
  message_id: number
  topic?: string
  stream_id?: number
  propagate_mode: PropagateMode
}

/** Messages that went from one topic to another. */
export type Moved = {
  move_id: number
  message_ids: number[] // ascending
  /** How those had them who may have them no more, where it was protected. */
  held?: Held
  propagate_mode: PropagateMode
  from: { channel: Channel; topic: string }
  to: { channel: Channel; topic: string }
  /** Nothing is left where they were. */
  isWhole: boolean
  /** Where they went, there was something already. */
  isJoined: boolean
  isPureToggle: boolean
}

/**
 * Somebody moves messages to another topic, or to another channel. Rows: the move, and a few for where they are now,
 * however many they are. Nothing where they are where they should be.
 */
export function moveMessages(realm: Realm, actor: User, source: Topic, wanted: RequestedMove): Moved | undefined {
  const { move_id } = wanted
  const from = getChannel(realm, source.stream_id)
  const to = channelMeant(realm, actor, from, wanted.stream_id)
  const topic = wanted.topic === undefined ? source.topic : resolveTopicName(wanted.topic)
  if (to === from && topic === source.topic) return undefined
  const move = refuse(realm, actor, { source, from, to, topic, propagate_mode: wanted.propagate_mode })
  const named = { id: wanted.message_id, propagate_mode: wanted.propagate_mode }
  const movable = movableMessages(realm, actor, { channel: from, topic: source }, named)
  requireRecentEnough(realm, actor, { channel: from, topic: source, named, move, movable })

  const isWhole = isAllOf(realm, source, movable)
  const target = findTopic(realm, to.stream_id, topic)
  // The same topic in other letters: it has one spelling, so a part of it cannot have another.
  if (target?.id === source.id && !isWhole) throw nothingToChange({})
  const isJoined = target !== undefined && target.id !== source.id
  const held = heldIn(realm, from, movable.ids)
  const place = put(realm, source, { stream_id: to.stream_id, topic, target, movable, isWhole }, move_id)
  insertMove(realm.sql, {
    id: move_id,
    user_id: actor.user_id,
    moved_at: realm.now(),
    stream_id: from.stream_id,
    topic: source.topic,
    new_stream_id: to.stream_id,
    new_topic: place.topic,
  })
  if (to !== from) for (const { stream_id } of [from, to]) updateFirstMessage(realm, stream_id)
  return {
    move_id,
    message_ids: movable.ids,
    held,
    propagate_mode: wanted.propagate_mode,
    from: { channel: from, topic: source.topic },
    to: { channel: to, topic: place.topic },
    isWhole,
    isJoined,
    isPureToggle: move.isPureToggle,
  }
}

function channelMeant(realm: Realm, actor: User, from: Channel, stream_id: number | undefined): Channel {
  if (stream_id === undefined || stream_id === from.stream_id) return from
  return requireReadableChannel(realm, actor, stream_id)
}

type Wish = { source: Topic; from: Channel; to: Channel; topic: string; propagate_mode: PropagateMode }

function refuse(realm: Realm, actor: User, { source, from, to, topic, propagate_mode }: Wish): Move {
  if (source.topic === '' && isResolvedGeneralChat(topic)) throw generalChatCannotBeResolved({})
  const isToggled = isResolveToggle(source.topic, topic)
  const isToAnotherChannel = to !== from
  const move: Move = {
    isToAnotherChannel,
    isToAnotherTopic: topic !== source.topic,
    isToggled,
    isPureToggle: isToggled && !isToAnotherChannel && propagate_mode === 'change_all',
    isFromArchive: from.is_archived,
    may: rightsOf(realm, actor, from, to),
  }
  const refusal =
    refusalOfTopic(topic, to, settingsOf(realm).topics_policy) ??
    refusalToMove(move) ??
    (isToAnotherChannel ? refusalToPost(postingAccess(realm, actor, to)) : undefined)
  if (refusal) throw refusal
  return move
}

function rightsOf(realm: Realm, actor: User, from: Channel, to: Channel): Move['may'] {
  const channels = from === to ? [from] : [from, to]
  const viewer = (channel: Channel) => loadViewerAccess(realm, actor, channel)
  const inEither = (permission: 'can_resolve_topics_group' | 'can_move_messages_within_channel_group') =>
    channels.some((channel) => holds(channel.permissions[permission], viewer(channel)))
  return {
    resolve: realmAllows(realm, actor, 'can_resolve_topics_group') || inEither('can_resolve_topics_group'),
    changeTopic:
      realmAllows(realm, actor, 'can_move_messages_between_topics_group') ||
      inEither('can_move_messages_within_channel_group') ||
      channels.some((channel) => canAdminister(channel, viewer(channel))),
    leaveChannel:
      realmAllows(realm, actor, 'can_move_messages_between_channels_group') ||
      canAdminister(from, viewer(from)) ||
      holds(from.permissions.can_move_messages_out_of_channel_group, viewer(from)),
  }
}

const isAllOf = (realm: Realm, { id, min_id, max_id }: Topic, { ids }: MovableMessages): boolean =>
  ids[0] === min_id && ids.at(-1) === max_id && ids.length === countIn(realm, segmentsIn(realm.sql, id))

type Putting = {
  stream_id: number
  topic: string
  target: Topic | undefined
  movable: MovableMessages
  isWhole: boolean
}

/** A topic that stays whole and in its channel only changes its name; else what goes joins, or founds, another. */
function put(realm: Realm, source: Topic, putting: Putting, move_id: number): { topic: string } {
  const { stream_id, topic, target, isWhole, movable } = putting
  const { parts, ids } = movable
  const isFromOtherChannel =
    stream_id !== source.stream_id || parts.some(({ moves }) => earlierChannelsOf(realm.sql, moves).length > 0)
  const isRenamed = isWhole && stream_id === source.stream_id && (target === undefined || target.id === source.id)
  if (isRenamed) {
    renameTopic(realm, source.id, topic)
    moveSegments(realm, parts, { conversation_id: source.id, move_id, isFromOtherChannel })
    return { topic }
  }
  const place = target ?? createTopic(realm.sql, stream_id, topic, { min_id: ids[0]!, max_id: ids.at(-1)! })
  moveSegments(realm, parts, { conversation_id: place.id, move_id, isFromOtherChannel })
  writeMessageRange(realm, place.id, boundsOf(realm, place.id)!)
  if (isWhole) deleteConversation(realm, source.id)
  else writeMessageRange(realm, source.id, boundsOf(realm, source.id)!)
  return place
}
