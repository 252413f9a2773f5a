import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Topic } from './conversation'

/**
 * Topics that were looked up by name recently. Each message looks up its topic, and most messages are sent to a recent topic.
 * A new message updates its own topic here. Every other change of a conversation removes all topics from the cache.
 */
const recentTopicsCache = cacheKey<Map<string, Topic>>()
const MAX_CACHED_TOPICS = 1000

export type TopicName = { stream_id: number; key: string } // the key is the name in lower case

const keyOf = ({ stream_id, key }: TopicName) => `${stream_id} ${key}`

/** Returns the cached topic, or the result of `find`, which is then cached. */
export function cachedTopic(realm: ReadOnlyRealm, name: TopicName, find: () => Topic | undefined): Topic | undefined {
  const recent = realm.cache.get(recentTopicsCache, () => new Map())
  const cached = recent.get(keyOf(name))
  if (cached !== undefined) return cached
  const topic = find()
  if (topic === undefined) return undefined
  if (recent.size >= MAX_CACHED_TOPICS) recent.clear()
  recent.set(keyOf(name), topic)
  return topic
}

/** Replaces the topic if it is cached. The change must not be one of its name. */
export function updateCachedTopic(realm: ReadOnlyRealm, name: TopicName, topic: Topic): void {
  const recent = realm.cache.find(recentTopicsCache)
  if (recent?.has(keyOf(name))) recent.set(keyOf(name), topic)
}

export const invalidateCachedTopics = (realm: Realm): void => realm.cache.invalidate(recentTopicsCache)
