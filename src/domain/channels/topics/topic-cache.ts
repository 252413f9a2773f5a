import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Topic } from './conversation'

/**
 * Topics that were looked up by name recently. Users mostly write to a topic that another message was just sent to, and each
 * message looks up its topic. A new message updates its own topic here; every other change of a conversation removes all.
 */
const recentTopicsCache = cacheKey<Map<string, Topic>>()
const MAX_CACHED_TOPICS = 1000

/** The name that a topic was looked up by. */
export type TopicName = { stream_id: number; key: string }

const textOf = ({ stream_id, key }: TopicName) => `${stream_id} ${key}`

export function cachedTopic(realm: Realm, name: TopicName, look: () => Topic | undefined): Topic | undefined {
  const recent = realm.cache.get(recentTopicsCache, () => new Map())
  const cached = recent.get(textOf(name))
  if (cached !== undefined) return cached
  const found = look()
  if (found === undefined) return undefined
  if (recent.size >= MAX_CACHED_TOPICS) recent.clear()
  recent.set(textOf(name), found)
  return found
}

/** Replaces the topic if it is cached. Only for a change that keeps its name. */
export function updateCachedTopic(realm: Realm, name: TopicName, topic: Topic): void {
  const recent = realm.cache.find(recentTopicsCache)
  if (recent?.has(textOf(name))) recent.set(textOf(name), topic)
}

export const invalidateCachedTopics = (realm: Realm): void => realm.cache.invalidate(recentTopicsCache)
