import type { Realm } from '../../../realm'
import { maybeTopicKnownTo } from '../../messages/known-topics/known-topics'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { topicKey } from '../../channels/topics/storage'
import { removeVisibilityPolicies } from '../../channels/user-topics/actions'
import { mutedTopicsChanged, mutedTopicsOf, userTopicChanged } from '../../channels/user-topics/events'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { userTopicsForTopic, writeUserTopic } from '../../channels/user-topics/storage'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { moreVisible } from './choice-rules'
import type { Moved } from './move-messages'

/**
 * A whole topic is elsewhere, and what people chose for it goes along, as far as they can still see it. Where it joins
 * another topic, the choice that shows more of the two stands.
 */
export function moveVisibilityPolicies(realm: Realm, { from, to, isJoined }: Moved): void {
  const old = { stream_id: from.channel.stream_id, topic: from.topic }
  const { stream_id } = to.channel
  if (old.stream_id === stream_id && topicKey(old.topic) === topicKey(to.topic)) return
  const chosen = policies(realm, old)
  const there = policies(realm, { stream_id, topic: to.topic })
  removeVisibilityPolicies(realm, old)
  for (const user_id of isJoined ? new Set([...chosen.keys(), ...there.keys()]) : chosen.keys()) {
    const user = maybeUser(realm, user_id)!
    const before = there.get(user_id) ?? Visibility.none
    const brought = chosen.get(user_id) ?? Visibility.none
    const after = isJoined ? moreVisible(brought, before) : brought
    if (after !== before && sees(realm, user, to)) choose(realm, user, { stream_id, topic_name: to.topic }, after)
  }
}

const policies = (realm: Realm, { stream_id, topic }: { stream_id: number; topic: string }) =>
  new Map(
    userTopicsForTopic(realm.sql, stream_id, topic).map(({ user_id, visibility_policy }) => [
      user_id,
      visibility_policy,
    ]),
  )

// Whoever cannot see where it went is not told its name.
function sees(realm: Realm, user: User, { channel, topic }: Moved['to']): boolean {
  if (findReadableChannel(realm, user, channel.stream_id) === undefined) return false
  return maybeTopicKnownTo(realm, user, channel, topic) !== undefined
}

type Named = { stream_id: number; topic_name: string }

function choose(realm: Realm, user: User, named: Named, visibility_policy: VisibilityPolicy): void {
  const audience = people({ user_ids: [user.user_id] })
  const chosen = { ...named, visibility_policy, last_updated: realm.now() }
  writeUserTopic(realm.sql, user.user_id, chosen)
  realm.publish(mutedTopicsChanged({ muted_topics: mutedTopicsOf(realm, user) }), audience)
  realm.publish(userTopicChanged(chosen), audience)
}
