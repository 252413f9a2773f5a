import type { Realm } from '../../../realm'
import { invalidChannelId } from '../channels/rules'
import { findChannel } from '../channels/storage'
import { findReadableChannel } from '../subscriptions/access'
import { resolveTopicName } from '../topics/rules'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
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
  userTopicsForTopic,
  countUserTopics,
  countMutedTopics,
  findUserTopic,
  deleteUserTopics,
  writeUserTopic,
  type UserTopic,
} from './storage'

export type RequestedVisibility = { stream_id: number; topic: string; visibility_policy: VisibilityPolicy }

/** Somebody chooses what a topic is to them. A choice may be taken back wherever it was made, left channels too. */
export function setVisibilityPolicy(realm: Realm, actor: User, wanted: RequestedVisibility): void {
  const { stream_id, visibility_policy } = wanted
  const refusal = refusalOfTopicName(wanted.topic)
  if (refusal) throw refusal
  const mayBeLeft = visibility_policy === Visibility.none
  const channel = mayBeLeft ? findChannel(realm, stream_id) : findReadableChannel(realm, actor, stream_id)
  if (channel === undefined) throw invalidChannelId({})

  const topic = resolveTopicName(wanted.topic)
  const known = findUserTopic(realm.sql, { user_id: actor.user_id, stream_id, topic_name: topic })
  if ((known?.visibility_policy ?? Visibility.none) === visibility_policy) return
  refuseTooMany(realm, actor, visibility_policy, known)
  const topic_name = known?.topic_name ?? topic
  write(realm, actor, { stream_id, topic_name, visibility_policy, last_updated: realm.now() })
}

function refuseTooMany(realm: Realm, { user_id }: User, policy: VisibilityPolicy, known: UserTopic | undefined): void {
  const refusal =
    (policy === Visibility.muted ? refusalOfMutedTopicCount(countMutedTopics(realm.sql, user_id)) : undefined) ??
    (known === undefined ? refusalOfUserTopicCount(countUserTopics(realm.sql, user_id)) : undefined)
  if (refusal) throw refusal
}

/** Unmutes a topic and leaves any other choice alone: clients that say so know of no other. */
export function unmuteTopic(realm: Realm, actor: User, { stream_id, topic }: { stream_id: number; topic: string }) {
  const known = findUserTopic(realm.sql, { user_id: actor.user_id, stream_id, topic_name: resolveTopicName(topic) })
  if (known?.visibility_policy !== Visibility.muted) return
  write(realm, actor, { ...known, visibility_policy: Visibility.none, last_updated: realm.now() })
}

function write(realm: Realm, user: User, chosen: UserTopic): void {
  const audience = people({ user_ids: [user.user_id] })
  writeUserTopic(realm.sql, user.user_id, chosen)
  realm.publish(mutedTopicsChanged({ muted_topics: mutedTopicsOf(realm, user) }), audience)
  realm.publish(userTopicChanged(chosen), audience)
}

/** The topic is gone, and with it what everybody chose for it. */
export function removeVisibilityPolicies(
  realm: Realm,
  { stream_id, topic }: { stream_id: number; topic: string },
): void {
  const choosers = userTopicsForTopic(realm.sql, stream_id, topic)
  if (choosers.length === 0) return
  deleteUserTopics(realm.sql, stream_id, topic)
  for (const { user_id, visibility_policy } of choosers) {
    if (visibility_policy !== Visibility.muted) continue
    const muted_topics = mutedTopicsOf(realm, maybeUser(realm, user_id)!)
    realm.publish(mutedTopicsChanged({ muted_topics }), people({ user_ids: [user_id] }))
  }
  const forgotten = { stream_id, topic_name: topic, visibility_policy: Visibility.none, last_updated: realm.now() }
  realm.publish(userTopicChanged(forgotten), people({ user_ids: choosers.map(({ user_id }) => user_id) }))
}
