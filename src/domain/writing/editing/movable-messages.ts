import type { ReadOnlyRealm } from '../../../realm'
import { intersection, sizeOf, type Run } from '../../../store/id-set'
import type { Channel } from '../../channels/channels/channel'
import type { Topic } from '../../channels/topics/conversation'
import { clipSegment, type Segment } from '../../channels/topics/segment-rules'
import { readableSegments } from '../../messages/access/readable-segments'
import { idsInSegments } from '../../messages/message-index/sent-ids-storage'
import { newestIdSentBefore, rowsWithIds } from '../../messages/message-index/storage'
import { MODERATOR, type User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import {
  movableSince,
  tooLateForChannel,
  tooLateForTopic,
  topicTooOld,
  type MovablePart,
  type Move,
  type PropagateMode,
} from './move-rules'

/** Messages, and the segments that contain them. */
export type MovableMessages = { segments: Segment[]; ids: readonly Run[] }

type Selection = { id: number; propagate_mode: PropagateMode }

/** Returns the selected messages of a topic that the actor can read. The others stay where they are, without an error. */
export function movableMessages(
  realm: ReadOnlyRealm,
  actor: User,
  { channel, topic }: { channel: Channel; topic: Topic },
  { id, propagate_mode }: Selection,
): MovableMessages {
  const from = propagate_mode === 'change_all' ? 1 : id
  const to = propagate_mode === 'change_one' ? id : realm.messageIds.last
  const readable = readableSegments(realm, actor, channel)(topic.id)
  const segments = readable.flatMap((segment) => clipSegment(segment, { from, to }) ?? [])
  return { segments, ids: idsInSegments(realm, segments) }
}

type CheckedMove = { channel: Channel; topic: Topic; selected: Selection; move: Move; movable: MovableMessages }

/**
 * Throws if one of the messages is too old to be moved. The error says how much of the topic can be moved. Moderators have no
 * time limit.
 */
export function requireRecentEnough(
  realm: ReadOnlyRealm,
  actor: User,
  { channel, topic, selected, move, movable }: CheckedMove,
): void {
  if (actor.role <= MODERATOR) return
  const { move_messages_within_stream_limit_seconds, move_messages_between_streams_limit_seconds } = settingsOf(realm)
  const limits = {
    withinChannel: move_messages_within_stream_limit_seconds,
    betweenChannels: move_messages_between_streams_limit_seconds,
  }
  const since = movableSince(move, limits, realm.now())
  const [oldest] = rowsWithIds(
    realm.sql,
    movable.ids.slice(0, 1).map(({ from }) => from),
  )
  if (oldest === undefined || oldest.sent_at >= since) return
  const wholeTopic = movableMessages(realm, actor, { channel, topic }, { ...selected, propagate_mode: 'change_all' })
  const part = recentPartOf(realm, wholeTopic.ids, since)
  if (selected.propagate_mode === 'change_all') throw topicTooOld(part)
  const isTooOldForChannel = oldest.sent_at < movableSince({ ...move, isToAnotherTopic: false }, limits, realm.now())
  throw isTooOldForChannel ? tooLateForChannel(part) : tooLateForTopic(part)
}

function recentPartOf(realm: ReadOnlyRealm, ids: readonly Run[], since: number): MovablePart {
  const recent = intersection(ids, [{ from: newestIdSentBefore(realm, since) + 1, to: Infinity }])
  return {
    first_message_id_allowed_to_move: recent[0]?.from ?? null,
    total_messages_allowed_to_move: sizeOf(recent),
    total_messages_in_topic: sizeOf(ids),
  }
}
