import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { topicKey, topicKeyInRealm } from '../topics/topic-key'
import type { VisibilityPolicy } from './rules'

/** All users' policies of a topic, by user. Users without a policy are missing. */
export type TopicPolicies = ReadonlyMap<number, VisibilityPolicy>

type Recent = { policies: Map<string, TopicPolicies>; count: number }

/** The policies of recent topics: each message needs those of its topic. Every change of a policy removes all of them. */
const recentPoliciesCache = cacheKey<Recent>()
const MAX_POLICIES = 50_000

/** Returns all users' policies of a topic. */
export function policiesOf(realm: ReadOnlyRealm, stream_id: number, topic: string): TopicPolicies {
  const recent = realm.cache.get(recentPoliciesCache, () => ({ policies: new Map(), count: 0 }))
  const key = topicKeyInRealm(stream_id, topic)
  const cached = recent.policies.get(key)
  if (cached !== undefined) return cached
  const rows = realm.sql.all<{ user_id: number; visibility_policy: VisibilityPolicy }>`
    SELECT user_id, visibility_policy FROM user_topics
    WHERE stream_id = ${stream_id} AND topic_key = ${topicKey(topic)} ORDER BY user_id`
  const policies = new Map(rows.map(({ user_id, visibility_policy }) => [user_id, visibility_policy]))
  // A topic without policies takes memory, too.
  recent.count += policies.size + 10
  if (recent.count > MAX_POLICIES) {
    recent.policies.clear()
    recent.count = policies.size + 10
  }
  recent.policies.set(key, policies)
  return policies
}

export const invalidateTopicPolicies = (realm: Realm): void => realm.cache.invalidate(recentPoliciesCache)
