import { withChanges } from '../../../api/table'
import type { Realm } from '../../../realm'
import { isMutedBy, isSubscribed, subscribedAmong } from '../subscriptions/storage'
import type { Topic } from '../topics/conversation'
import { userSettings } from '../../people/user-settings/settings'
import { chosenBy, turnedOffBy } from '../../people/user-settings/storage'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
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

type Place = Pick<Topic, 'stream_id' | 'topic'>

/** Somebody did something in a topic of a channel they are in. Answers what the topic is to them now, if that changed. */
export function applyAutomaticVisibility(
  realm: Realm,
  user: User,
  { stream_id, topic }: Place,
  deed: TopicActivity,
): VisibilityPolicy | undefined {
  const habits = habitsOf(realm, user)
  const isChannelMuted = isMutedBy(realm, user.user_id)(stream_id)
  if (
    user.is_bot ||
    !canChangePolicy(deed, habits, isChannelMuted) ||
    !isSubscribed(realm.sql, user.user_id, stream_id)
  )
    return undefined
  const known = findUserTopic(realm.sql, { user_id: user.user_id, stream_id, topic_name: topic })
  const current = known?.visibility_policy ?? Visibility.none
  const visibility_policy = automaticPolicy(deed, habits, { current, isChannelMuted })
  if (visibility_policy === undefined) return undefined

  const audience = people({ user_ids: [user.user_id] })
  const chosen = { stream_id, topic_name: known?.topic_name ?? topic, visibility_policy, last_updated: realm.now() }
  writeUserTopic(realm.sql, user.user_id, chosen)
  if (current === Visibility.muted)
    realm.publish(mutedTopicsChanged({ muted_topics: mutedTopicsOf(realm, user) }), audience)
  realm.publish(userTopicChanged(chosen), audience)
  return visibility_policy
}

const UNCHOSEN: AutomaticVisibilitySettings = {
  automatically_follow_topics_policy: userSettings.automatically_follow_topics_policy.initial,
  automatically_unmute_topics_in_muted_streams_policy:
    userSettings.automatically_unmute_topics_in_muted_streams_policy.initial,
}
const habitsOf = (realm: Realm, { user_id }: User): AutomaticVisibilitySettings =>
  withChanges(UNCHOSEN, chosenBy(realm, user_id))

/** People were called by their names in a topic. Each who follows where that happens is a row; one event tells them all. */
export function followAfterMention(realm: Realm, { stream_id, topic }: Place, named: readonly number[]): void {
  const unwilling = turnedOffBy(realm.sql, 'automatically_follow_topics_where_mentioned', named)
  const present = subscribedAmong(realm.sql, stream_id, named)
  const choices = userTopicsAmong(realm.sql, { stream_id, topic }, named)
  const following = named.filter(
    (id) =>
      present.has(id) &&
      !unwilling.has(id) &&
      maybeUser(realm, id)?.is_bot === false &&
      followsAfterMention(choices.get(id)?.visibility_policy ?? Visibility.none),
  )
  if (following.length === 0) return
  const chosen = { stream_id, topic_name: topic, visibility_policy: Visibility.followed, last_updated: realm.now() }
  for (const user_id of following) writeUserTopic(realm.sql, user_id, chosen)
  realm.publish(userTopicChanged(chosen), people({ user_ids: following }))
}
