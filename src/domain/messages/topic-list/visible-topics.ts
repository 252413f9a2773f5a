import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/rules'
import { newestIdIn } from '../message-index/conversation-storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import type { Topic } from '../../channels/topics/conversation'
import { findTopic, topicsOf } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { readableSegments } from '../access/readable-segments'

export type VisibleTopic = { name: string; max_id: number }

/**
 * The topics of a channel that somebody can read, the one spoken in last first, each with the newest message of it that is
 * for their eyes. Where history is protected, that is what they received, and a topic that has nothing of it is none.
 */
export function visibleTopics(realm: Realm, reader: User, channel: Channel): VisibleTopic[] {
  const newest = newestVisibleId(realm, reader, channel)
  return topicsOf(realm.sql, channel.stream_id)
    .flatMap((topic) => {
      const max_id = newest(topic)
      return max_id === undefined ? [] : [{ name: topic.topic, max_id }]
    })
    .sort((a, b) => b.max_id - a.max_id)
}

/** Is there such a topic, as far as they can tell? */
export function findVisibleTopic(realm: Realm, reader: User, channel: Channel, name: string): Topic | undefined {
  const topic = findTopic(realm, channel.stream_id, name)
  return topic && isTopicVisible(realm, reader, channel, topic) ? topic : undefined
}

export const isTopicVisible = (realm: Realm, reader: User, channel: Channel, topic: Topic): boolean =>
  newestVisibleId(realm, reader, channel)(topic) !== undefined

// One short look into the index for each topic and stretch of being there, however much was said.
function newestVisibleId(realm: Realm, reader: User, channel: Channel): (topic: Topic) => number | undefined {
  if (canSeeHistory(channel, loadViewerAccess(realm, reader, channel))) return ({ max_id }) => max_id
  const readable = readableSegments(realm, reader, channel)
  return ({ id }) => newestIdIn(realm, readable(id))
}
