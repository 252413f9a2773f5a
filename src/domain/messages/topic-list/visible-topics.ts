import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/access-rules'
import { newestIdInSegments } from '../message-index/conversation-storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import type { Topic } from '../../channels/topics/conversation'
import { findTopic } from '../../channels/topics/lookup-storage'
import { newestTopics } from '../../channels/topics/storage'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import type { User } from '../../people/users/user'
import { readableSegments } from '../access/readable-segments'

export type VisibleTopic = { name: string; max_id: number }

/** A channel can have more topics than one response holds. */
const MAX_TOPICS = 20_000

/**
 * Returns the topics of a channel that the reader can see, the most recent first, each with the newest message that the
 * reader can read. In protected history, a topic without a received message is not visible. The topics are complete unless
 * the channel has more than `MAX_TOPICS`.
 */
export function visibleTopics(
  realm: ReadOnlyRealm,
  reader: User,
  channel: Channel,
): { topics: VisibleTopic[]; isComplete: boolean } {
  const newestId = newestVisibleId(realm, reader, channel)
  const candidates = newestTopics(realm.sql, { stream_id: channel.stream_id, before: NEWEST_ANCHOR }, MAX_TOPICS + 1)
  const topics = candidates.slice(0, MAX_TOPICS).flatMap((topic) => {
    const max_id = newestId(topic)
    return max_id === undefined ? [] : [{ name: topic.topic, max_id }]
  })
  return { topics: topics.sort((a, b) => b.max_id - a.max_id), isComplete: candidates.length <= MAX_TOPICS }
}

/** Returns the topic of this name, if it exists and the reader can see it. */
export function findVisibleTopic(
  realm: ReadOnlyRealm,
  reader: User,
  channel: Channel,
  name: string,
): Topic | undefined {
  const topic = findTopic(realm, channel.stream_id, name)
  return topic && isTopicVisible(realm, reader, channel, topic) ? topic : undefined
}

export const isTopicVisible = (realm: ReadOnlyRealm, reader: User, channel: Channel, topic: Topic): boolean =>
  newestVisibleId(realm, reader, channel)(topic) !== undefined

// One short read of the index for each topic and each period of a subscription, whatever the number of messages.
function newestVisibleId(realm: ReadOnlyRealm, reader: User, channel: Channel): (topic: Topic) => number | undefined {
  if (canSeeHistory(channel, loadViewerAccess(realm, reader, channel))) return ({ max_id }) => max_id
  const readable = readableSegments(realm, reader, channel)
  return ({ id }) => newestIdInSegments(realm.sql, readable(id))
}
