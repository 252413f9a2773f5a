import { isTopicMuted, Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import type { UserSettings } from '../../people/user-settings/settings'

/** How a message calls one person. */
export type MessageReach = {
  isDirect: boolean
  isMentioned: boolean // by name or by way of a group
  isWildcard: boolean // in the channel, or in the topic and they took part in it
}

/** What they made of where it was said; nothing of the kind for a direct message. */
export type ConversationPreferences = {
  policy: VisibilityPolicy
  is_muted: boolean // the channel
  push_notifications: boolean | null // null: as for every channel
  wildcard_mentions_notify: boolean | null
}

type NotificationSettings = Pick<
  UserSettings,
  | 'enable_offline_push_notifications'
  | 'enable_online_push_notifications'
  | 'enable_stream_push_notifications'
  | 'enable_followed_topic_push_notifications'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'wildcard_mentions_notify'
>

const IDLE_AFTER_SECONDS = 140

/** Somebody who looks is told by what they look at. */
export const isIdle = (active_timestamp: number | null | undefined, now: number): boolean =>
  now - (active_timestamp ?? -Infinity) > IDLE_AFTER_SECONDS

/** Is this person's phone to be told? Whoever sent it, or muted the sender, is not even asked. */
export function shouldNotify(
  call: MessageReach,
  place: ConversationPreferences | undefined,
  wishes: NotificationSettings,
  isAway: boolean,
): boolean {
  if (!isAway && !wishes.enable_online_push_notifications) return false
  if ((call.isDirect || call.isMentioned) && wishes.enable_offline_push_notifications) return true
  if (place === undefined) return false
  if (call.isWildcard && wishes.enable_offline_push_notifications && followsWildcards(place, wishes)) return true
  if (place.policy === Visibility.followed && wishes.enable_followed_topic_push_notifications) return true
  return !isMuted(place) && (place.push_notifications ?? wishes.enable_stream_push_notifications)
}

/** Do calls to everyone concern them here? */
function followsWildcards(place: ConversationPreferences, wishes: NotificationSettings): boolean {
  if (place.policy === Visibility.followed && wishes.enable_followed_topic_wildcard_mentions_notify) return true
  return !isMuted(place) && (place.wildcard_mentions_notify ?? wishes.wildcard_mentions_notify)
}

const isMuted = ({ policy, is_muted }: ConversationPreferences) => isTopicMuted(policy, is_muted)
