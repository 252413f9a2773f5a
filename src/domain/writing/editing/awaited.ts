import type { Realm } from '../../../realm'
import { subscribersOf } from '../../channels/subscriptions/storage'
import type { Topic } from '../../channels/topics/conversation'
import { whoChose } from '../../people/user-settings/storage'
import { Visibility } from '../../channels/user-topics/rules'
import { userTopicsForTopic } from '../../channels/user-topics/storage'
import type { User } from '../../people/users/user'

const name = 'resolved_topic_notice_auto_read_policy'

/**
 * Who wants to read that a topic was marked: whoever always does, and those who follow the topic, unless they never do.
 * To everyone else, and to whoever did it, it is no news.
 */
export function usersWhoReadResolveMessage(realm: Realm, actor: User, { stream_id, topic }: Topic): number[] {
  const people = subscribersOf(realm, stream_id)
  const wantAlways = whoChose(realm.sql, { name, value: 'never' }, people)
  const wantNever = whoChose(realm.sql, { name, value: 'always' }, people)
  const followers = new Set(
    userTopicsForTopic(realm.sql, stream_id, topic).flatMap(({ user_id, visibility_policy }) =>
      visibility_policy === Visibility.followed && !wantNever.has(user_id) ? [user_id] : [],
    ),
  )
  const others = people.filter((user_id) => user_id !== actor.user_id)
  return others.filter((user_id) => wantAlways.has(user_id) || followers.has(user_id))
}
