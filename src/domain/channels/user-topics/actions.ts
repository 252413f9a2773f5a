import type { ReadOnlyRealm, Realm } from '../../../realm'
import { invalidChannelId } from '../channels/rules'
import { findChannel } from '../channels/storage'
import { findReadableChannel } from '../subscriptions/access'
import { resolveTopicName } from '../topics/rules'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { mutedTopicsChanged, mutedTopicsOf, userTopicChanged } from './events'
import {
  refusalOfUserTopicCount,
  refusalOfMutedTopicCount,
  refusalOfTopicName,
  Visibility,
  type VisibilityPolicy,
} from './rules'
import {
  countUserTopics,
  countMutedTopics,
  findUserTopic,
  deleteUserTopics,
  writeUserTopic,
  type UserTopic,
} from './storage'
import { policiesOf } from './topic-policies-storage'

export type RequestedVisibility = { stream_id: number; topic: string; visibility_policy: VisibilityPolicy }

/**
 * Sets the actor's visibility policy of a topic. Throws if the actor cannot read the channel, unless the policy is removed: a
 * user can remove policies in channels that they left.
 */
export function setVisibilityPolicy(realm: Realm, actor: User, requested: RequestedVisibility): void {
  const { stream_id, visibility_policy } = requested
  const refusal = refusalOfTopicName(requested.topic)
  if (refusal) throw refusal
  const isRemoved = visibility_policy === Visibility.none
  const channel = isRemoved ? findChannel(realm, stream_id) : findReadableChannel(realm, actor, stream_id)
  if (channel === undefined) throw invalidChannelId({})

  const topic = resolveTopicName(requested.topic)
  const existing = findUserTopic(realm.sql, { user_id: actor.user_id, stream_id, topic_name: topic })
  if ((existing?.visibility_policy ?? Visibility.none) === visibility_policy) return
  requireRoom(realm, actor, visibility_policy, existing)
  const topic_name = existing?.topic_name ?? topic
  writeVisibilityPolicy(realm, actor, { stream_id, topic_name, visibility_policy, last_updated: realm.now() })
}

function requireRoom(
  realm: ReadOnlyRealm,
  { user_id }: User,
  policy: VisibilityPolicy,
  existing: UserTopic | undefined,
): void {
  const refusal =
    (policy === Visibility.muted ? refusalOfMutedTopicCount(countMutedTopics(realm.sql, user_id)) : undefined) ??
    (existing === undefined ? refusalOfUserTopicCount(countUserTopics(realm.sql, user_id)) : undefined)
  if (refusal) throw refusal
}

/** Unmutes a topic. Does not change any other policy: the older clients that send this request do not know the others. */
export function unmuteTopic(realm: Realm, actor: User, { stream_id, topic }: { stream_id: number; topic: string }) {
  const existing = findUserTopic(realm.sql, { user_id: actor.user_id, stream_id, topic_name: resolveTopicName(topic) })
  if (existing?.visibility_policy !== Visibility.muted) return
  writeVisibilityPolicy(realm, actor, { ...existing, visibility_policy: Visibility.none, last_updated: realm.now() })
}

/** Writes a policy and publishes it to its user, without checks. */
export function writeVisibilityPolicy(realm: Realm, user: User, userTopic: UserTopic): void {
  const audience = onlyUsers({ user_ids: [user.user_id] })
  writeUserTopic(realm, user.user_id, userTopic)
  realm.publish(mutedTopicsChanged({ muted_topics: mutedTopicsOf(realm, user) }), audience)
  realm.publish(userTopicChanged(userTopic), audience)
}

/** Removes all users' policies of a topic that no longer exists. */
export function removeVisibilityPolicies(
  realm: Realm,
  { stream_id, topic }: { stream_id: number; topic: string },
): void {
  const policies = policiesOf(realm, stream_id, topic)
  if (policies.size === 0) return
  deleteUserTopics(realm, stream_id, topic)
  for (const [user_id, visibility_policy] of policies) {
    if (visibility_policy !== Visibility.muted) continue
    const muted_topics = mutedTopicsOf(realm, findUser(realm, user_id)!)
    realm.publish(mutedTopicsChanged({ muted_topics }), onlyUsers({ user_ids: [user_id] }))
  }
  const removed = { stream_id, topic_name: topic, visibility_policy: Visibility.none, last_updated: realm.now() }
  realm.publish(userTopicChanged(removed), onlyUsers({ user_ids: [...policies.keys()] }))
}
