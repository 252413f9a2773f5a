import type { Realm } from '../../../realm'
import { userTopicsOf } from '../../channels/user-topics/storage'
import { topicKeyInRealm } from '../../channels/topics/topic-key'
import { Visibility } from '../../channels/user-topics/rules'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import { unreadState } from './unread-state'

const [ALL_UNREAD, WITH_FOLLOWED, NOTHING] = [1, 2, 4]

/** Returns the number on the icon of the app, as the setting `desktop_icon_count_display` says. Clients count the same. */
export function badgeOf(realm: Realm, user: User): number {
  const { desktop_icon_count_display: display } = userSettingsOf(realm, user)
  if (display === NOTHING) return 0
  const { count, pms, huddles, streams, mentions } = unreadState(realm, user, true)
  if (display === ALL_UNREAD) return count
  const direct = [...pms, ...huddles].flatMap(({ unread_message_ids }) => unread_message_ids)
  const counted = new Set([...direct, ...mentions])
  if (display === WITH_FOLLOWED) for (const id of inFollowedTopics(realm, user, streams)) counted.add(id)
  return counted.size
}

type UnreadTopics = readonly { stream_id: number; topic: string; unread_message_ids: readonly number[] }[]

function inFollowedTopics(realm: Realm, { user_id }: User, topics: UnreadTopics): number[] {
  const followed = new Set(
    userTopicsOf(realm.sql, user_id)
      .filter(({ visibility_policy }) => visibility_policy === Visibility.followed)
      .map(({ stream_id, topic_name }) => topicKeyInRealm(stream_id, topic_name)),
  )
  return topics
    .filter(({ stream_id, topic }) => followed.has(topicKeyInRealm(stream_id, topic)))
    .flatMap(({ unread_message_ids }) => unread_message_ids)
}
