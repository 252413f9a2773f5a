import { isTopicMuted, Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import type { UserSettings } from '../../people/user-settings/settings'

/** How a message concerns one user. */
export type MessageReach = {
  isDirect: boolean
  isMentioned: boolean // by name or through a group
  isWildcard: boolean // by a channel wildcard, or by a topic wildcard as a participant
}

/** A user's settings for a topic and its channel. A direct message has none. */
export type ConversationPreferences = {
  policy: VisibilityPolicy
  is_muted: boolean // the channel
  push_notifications: boolean | null // null: the user's setting for all channels
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

/** Returns whether a user is idle. The client of an active user shows new messages itself. */
export const isIdle = (active_timestamp: number | null | undefined, now: number): boolean =>
  now - (active_timestamp ?? -Infinity) > IDLE_AFTER_SECONDS

/** Returns whether a message notifies a user on their devices. Not for its sender, and not for users who muted the sender. */
export function shouldNotify(
  reach: MessageReach,
  preferences: ConversationPreferences | undefined,
  settings: NotificationSettings,
  isUserIdle: boolean,
): boolean {
  if (!isUserIdle && !settings.enable_online_push_notifications) return false
  if ((reach.isDirect || reach.isMentioned) && settings.enable_offline_push_notifications) return true
  if (preferences === undefined) return false
  if (reach.isWildcard && settings.enable_offline_push_notifications && wildcardsNotify(preferences, settings))
    return true
  if (preferences.policy === Visibility.followed && settings.enable_followed_topic_push_notifications) return true
  return !isMuted(preferences) && (preferences.push_notifications ?? settings.enable_stream_push_notifications)
}

/** Returns whether wildcard mentions notify the user here. */
function wildcardsNotify(preferences: ConversationPreferences, settings: NotificationSettings): boolean {
  if (preferences.policy === Visibility.followed && settings.enable_followed_topic_wildcard_mentions_notify) return true
  return !isMuted(preferences) && (preferences.wildcard_mentions_notify ?? settings.wildcard_mentions_notify)
}

const isMuted = ({ policy, is_muted }: ConversationPreferences) => isTopicMuted(policy, is_muted)
