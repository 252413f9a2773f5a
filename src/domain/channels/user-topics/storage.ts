import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { SqlReader } from '../../../store/realm-sql'
import { mutedChannelIds } from '../subscriptions/storage'
import type { Conversation } from '../topics/conversation'
import { topicKey, topicKeyInRealm } from '../topics/topic-key'
import { invalidateTopicPolicies } from './topic-policies-storage'
import { isTopicMuted, Visibility, type VisibilityPolicy } from './rules'

/** A user's visibility policy of a topic. The topic need not have messages. The policy `none` has no row. */
export type UserTopic = {
  stream_id: number
  topic_name: string // as the newest event of this policy spells it
  visibility_policy: VisibilityPolicy
  last_updated: number
}

type UserTopicKey = { user_id: number; stream_id: number; topic_name: string }

/** Returns the user's policies, ordered by channel and topic. */
export const userTopicsOf = (sql: SqlReader, user_id: number): UserTopic[] =>
  sql.all<UserTopic>`
    SELECT stream_id, topic_name, visibility_policy, last_updated FROM user_topics
    WHERE user_id = ${user_id} ORDER BY stream_id, topic_key`

export const countUserTopics = (sql: SqlReader, user_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM user_topics WHERE user_id = ${user_id}`.n

export const countMutedTopics = (sql: SqlReader, user_id: number): number =>
  sql.one<{ n: number }>`
    SELECT count(*) AS n FROM user_topics
    WHERE user_id = ${user_id} AND visibility_policy = ${Visibility.muted}`.n

export const findUserTopic = (
  sql: SqlReader,
  { user_id, stream_id, topic_name }: UserTopicKey,
): UserTopic | undefined =>
  sql.maybe<UserTopic>`
    SELECT stream_id, topic_name, visibility_policy, last_updated FROM user_topics
    WHERE user_id = ${user_id} AND stream_id = ${stream_id} AND topic_key = ${topicKey(topic_name)}`

export function writeUserTopic(realm: Realm, user_id: number, userTopic: UserTopic): void {
  const { sql } = realm
  invalidateTopicPolicies(realm)
  const { stream_id, topic_name, visibility_policy, last_updated } = userTopic
  const key = topicKey(topic_name)
  if (visibility_policy === Visibility.none)
    sql.run`DELETE FROM user_topics WHERE user_id = ${user_id} AND stream_id = ${stream_id} AND topic_key = ${key}`
  else
    sql.run`
      INSERT INTO user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
      VALUES (${user_id}, ${stream_id}, ${key}, ${topic_name}, ${visibility_policy}, ${last_updated})
      ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE SET
        topic_name = excluded.topic_name, visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated`
}

/** Returns the policies of these users for a topic, by user. */
export function userTopicsAmong(
  sql: SqlReader,
  { stream_id, topic }: { stream_id: number; topic: string },
  user_ids: readonly number[],
): Map<number, UserTopic> {
  const rows = sql.all<UserTopic & { user_id: number }>`
    SELECT t.user_id, t.stream_id, t.topic_name, t.visibility_policy, t.last_updated
    FROM json_each(${user_ids}) p CROSS JOIN user_topics t -- the listed users drive the join, not all users with a policy
      ON t.user_id = p.value AND t.stream_id = ${stream_id} AND t.topic_key = ${topicKey(topic)}`
  return new Map(rows.map(({ user_id, ...userTopic }) => [user_id, userTopic]))
}

export function deleteUserTopics(realm: Realm, stream_id: number, topic: string): void {
  invalidateTopicPolicies(realm)
  realm.sql.run`DELETE FROM user_topics WHERE stream_id = ${stream_id} AND topic_key = ${topicKey(topic)}`
}

/** Returns a test of conversations: whether it is a muted topic, or a topic without a policy in a muted channel. */
export function mutedConversationTest(
  realm: ReadOnlyRealm,
  user_id: number,
  mutedChannels: ReadonlySet<number> = mutedChannelIds(realm, user_id),
): (conversation: Conversation) => boolean {
  const policies = new Map(
    userTopicsOf(realm.sql, user_id).map((userTopic) => [
      topicKeyInRealm(userTopic.stream_id, userTopic.topic_name),
      userTopic.visibility_policy,
    ]),
  )
  return ({ stream_id, topic }) =>
    stream_id !== null &&
    isTopicMuted(policies.get(topicKeyInRealm(stream_id, topic)) ?? Visibility.none, mutedChannels.has(stream_id))
}
