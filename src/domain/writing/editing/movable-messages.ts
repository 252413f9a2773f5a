import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { idsInSegments } from '../../messages/message-index/conversation-rows'
import { newestSentBefore, rowsWithIds } from '../../messages/message-index/storage'
import { readableSegments } from '../../messages/access/readable-segments'
import { settingsOf } from '../../realm/settings/storage'
import { clipSegment, type Segment } from '../../channels/topics/segment-rules'
import type { Topic } from '../../channels/topics/conversation'
import { MODERATOR, type User } from '../../people/users/user'
import {
  movableSince,
  tooLateForChannel,
  tooLateForTopic,
  topicTooOld,
  type Move,
  type PropagateMode,
  type TooOld,
} from './move-rules'

/** The messages that go, and where in the index they are. */
export type MovableMessages = { parts: Segment[]; ids: number[] }

type Named = { id: number; propagate_mode: PropagateMode }

/** As much of a topic as is meant, of what its reader can read: the rest stays, and they never hear of it. */
export function movableMessages(
  realm: Realm,
  actor: User,
  { channel, topic }: { channel: Channel; topic: Topic },
  { id, propagate_mode }: Named,
): MovableMessages {
  const from = propagate_mode === 'change_all' ? 1 : id
  const to = propagate_mode === 'change_one' ? id : realm.messageIds.last
  const readable = readableSegments(realm, actor, channel)(topic.id)
  const parts = readable.flatMap((segment) => clipSegment(segment, { from, to }) ?? [])
  return { parts, ids: idsInSegments(realm, parts) }
}

type Asked = { channel: Channel; topic: Topic; named: Named; move: Move; movable: MovableMessages }

/** Refuses to move what is too old to be moved, and tells how much of the topic is not. */
export function requireRecentEnough(realm: Realm, actor: User, { channel, topic, named, move, movable }: Asked): void {
  if (actor.role <= MODERATOR) return
  const { move_messages_within_stream_limit_seconds, move_messages_between_streams_limit_seconds } = settingsOf(realm)
  const limits = {
    withinChannel: move_messages_within_stream_limit_seconds,
    betweenChannels: move_messages_between_streams_limit_seconds,
  }
  const since = movableSince(move, limits, realm.now())
  const [oldest] = rowsWithIds(realm, movable.ids.slice(0, 1))
  if (oldest === undefined || oldest.sent_at >= since) return
  const whole = movableMessages(realm, actor, { channel, topic }, { ...named, propagate_mode: 'change_all' })
  const fields = youngOf(realm, whole.ids, since)
  if (named.propagate_mode === 'change_all') throw topicTooOld(fields)
  const isChannelTooLate = oldest.sent_at < movableSince({ ...move, isToAnotherTopic: false }, limits, realm.now())
  throw isChannelTooLate ? tooLateForChannel(fields) : tooLateForTopic(fields)
}

function youngOf(realm: Realm, ids: readonly number[], since: number): TooOld {
  const newestTooOld = newestSentBefore(realm, since)
  const young = ids.filter((id) => id > newestTooOld)
  return {
    first_message_id_allowed_to_move: young[0] ?? null,
    total_messages_allowed_to_move: young.length,
    total_messages_in_topic: ids.length,
  }
}
