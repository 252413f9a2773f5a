import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { topicKey } from '../../channels/topics/topic-key'
import { removeVisibilityPolicies, writeVisibilityPolicy } from '../../channels/user-topics/actions'
import { Visibility } from '../../channels/user-topics/rules'
import { policiesOf } from '../../channels/user-topics/topic-policies-storage'
import { findVisibleTopic } from '../../messages/topic-list/visible-topics'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Moved } from './move-messages'
import { moreVisible } from './move-rules'

/**
 * Moves the visibility policies of a whole topic to its new name or channel, for users who can see it there. If the topic was
 * merged into another, a user keeps the policy that shows them more.
 */
export function moveVisibilityPolicies(realm: Realm, { from, to, isJoined }: Moved): void {
  const source = { stream_id: from.channel.stream_id, topic: from.topic }
  const { stream_id } = to.channel
  if (source.stream_id === stream_id && topicKey(source.topic) === topicKey(to.topic)) return
  const sourcePolicies = policiesOf(realm, source.stream_id, source.topic)
  const targetPolicies = policiesOf(realm, stream_id, to.topic)
  removeVisibilityPolicies(realm, source)
  const user_ids = isJoined ? new Set([...sourcePolicies.keys(), ...targetPolicies.keys()]) : sourcePolicies.keys()
  for (const user_id of user_ids) {
    const user = findUser(realm, user_id)!
    const before = targetPolicies.get(user_id) ?? Visibility.none
    const moved = sourcePolicies.get(user_id) ?? Visibility.none
    const after = isJoined ? moreVisible(moved, before) : moved
    if (after === before || !canSeeTopic(realm, user, to)) continue
    const last_updated = realm.now()
    writeVisibilityPolicy(realm, user, { stream_id, topic_name: to.topic, visibility_policy: after, last_updated })
  }
}

/** The event of a policy contains the name of the topic, so only users who can see the topic may receive it. */
function canSeeTopic(realm: ReadOnlyRealm, user: User, { channel, topic }: Moved['to']): boolean {
  if (findReadableChannel(realm, user, channel.stream_id) === undefined) return false
  return findVisibleTopic(realm, user, channel, topic) !== undefined
}
