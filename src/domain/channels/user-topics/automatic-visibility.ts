import { withChanges } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { mutedChannelIds, subscribedAmong } from '../subscriptions/storage'
import { isSubscribed } from '../subscriptions/user-subscriptions-storage'
import type { Topic } from '../topics/conversation'
import { userSettings } from '../../people/user-settings/settings'
import { changedSettingsOf, usersWithSettingOff } from '../../people/user-settings/storage'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { mutedTopicsChanged, mutedTopicsOf, userTopicChanged } from './events'
import {
  followsAfterMention,
  canChangePolicy,
  automaticPolicy,
  type TopicActivity,
  type AutomaticVisibilitySettings,
} from './automatic-visibility-rules'
import { Visibility, type VisibilityPolicy } from './rules'
import { userTopicsAmong, findUserTopic, writeUserTopic } from './storage'

type TopicName = Pick<Topic, 'stream_id' | 'topic'>

/** Applies the user's settings after an activity in a topic. Returns the topic's new policy; undefined if it did not change. */
export function applyAutomaticVisibility(
  realm: Realm,
  user: User,
  { stream_id, topic }: TopicName,
  activity: TopicActivity,
): VisibilityPolicy | undefined {
  const settings = automaticVisibilitySettings(realm, user)
  const isChannelMuted = mutedChannelIds(realm, user.user_id).has(stream_id)
  if (
    user.is_bot ||
    !canChangePolicy(activity, settings, isChannelMuted) ||
    !isSubscribed(realm, user.user_id, stream_id)
  )
    return undefined
  const existing = findUserTopic(realm.sql, { user_id: user.user_id, stream_id, topic_name: topic })
  const current = existing?.visibility_policy ?? Visibility.none
  const visibility_policy = automaticPolicy(activity, settings, { current, isChannelMuted })
  if (visibility_policy === undefined) return undefined

  const audience = onlyUsers({ user_ids: [user.user_id] })
  const topic_name = existing?.topic_name ?? topic
  const userTopic = { stream_id, topic_name, visibility_policy, last_updated: realm.now() }
  writeUserTopic(realm, user.user_id, userTopic)
  if (current === Visibility.muted)
    realm.publish(mutedTopicsChanged({ muted_topics: mutedTopicsOf(realm, user) }), audience)
  realm.publish(userTopicChanged(userTopic), audience)
  return visibility_policy
}

const DEFAULT_SETTINGS: AutomaticVisibilitySettings = {
  automatically_follow_topics_policy: userSettings.automatically_follow_topics_policy.initial,
  automatically_unmute_topics_in_muted_streams_policy:
    userSettings.automatically_unmute_topics_in_muted_streams_policy.initial,
}
const automaticVisibilitySettings = (realm: ReadOnlyRealm, { user_id }: User): AutomaticVisibilitySettings =>
  withChanges(DEFAULT_SETTINGS, changedSettingsOf(realm, user_id))

/** Makes users follow a topic in which a message mentions them by name. Writes one row for each, and publishes one event. */
export function followAfterMention(
  realm: Realm,
  { stream_id, topic }: TopicName,
  mentionedIds: readonly number[],
): void {
  const optedOut = usersWithSettingOff(realm.sql, 'automatically_follow_topics_where_mentioned', mentionedIds)
  const subscribers = subscribedAmong(realm.sql, stream_id, mentionedIds)
  const userTopics = userTopicsAmong(realm.sql, { stream_id, topic }, mentionedIds)
  const followers = mentionedIds.filter(
    (id) =>
      subscribers.has(id) &&
      !optedOut.has(id) &&
      findUser(realm, id)?.is_bot === false &&
      followsAfterMention(userTopics.get(id)?.visibility_policy ?? Visibility.none),
  )
  if (followers.length === 0) return
  const userTopic = { stream_id, topic_name: topic, visibility_policy: Visibility.followed, last_updated: realm.now() }
  for (const user_id of followers) writeUserTopic(realm, user_id, userTopic)
  realm.publish(userTopicChanged(userTopic), onlyUsers({ user_ids: followers }))
}
