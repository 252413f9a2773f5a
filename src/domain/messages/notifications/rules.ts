import { isTopicMuted, Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import type { UserSettings } from '../../people/user-settings/settings'

/** How a message concerns one user. */
export type MessageReach = {
  isDirect: boolean
  isMentioned: boolean // by name or through a group
  isTopicWildcard: boolean // `@**topic**`, and the user is a participant
  isChannelWildcard: boolean
}

/** A user's settings for a topic and its channel. A direct message has none. */
export type ConversationPreferences = {
  policy: VisibilityPolicy
  is_muted: boolean // the channel
  push_notifications: boolean | null // null: the user's setting for all channels
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

/** Why a message notifies a user. */
export type Reason =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic'
  | 'channel'

/** How a user is notified who does not look at a client. */
export type Medium = 'push' | 'email'

const SETTINGS = {
  push: {
    personal: 'enable_offline_push_notifications',
    followed: 'enable_followed_topic_push_notifications',
    allChannels: 'enable_stream_push_notifications',
    channel: 'push_notifications',
  },
  email: {
    personal: 'enable_offline_email_notifications',
    followed: 'enable_followed_topic_email_notifications',
    allChannels: 'enable_stream_email_notifications',
    channel: 'email_notifications',
  },
} as const

type NotificationSettings = Pick<
  UserSettings,
  | (typeof SETTINGS)[Medium]['personal' | 'followed' | 'allChannels']
  | 'enable_online_push_notifications'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'wildcard_mentions_notify'
>

const IDLE_AFTER_SECONDS = 140

/** Returns whether a user is idle. The client of an active user shows new messages itself. */
export const isIdle = (active_timestamp: number | null | undefined, now: number): boolean =>
  now - (active_timestamp ?? -Infinity) > IDLE_AFTER_SECONDS

/** Whether the user looks at a client, and whether they may be disturbed. */
export type Attention = { isIdle: boolean; isQuiet: boolean }

/**
 * Returns why a message notifies a user by push and by email. This is the only decision about both. Not called for the sender,
 * and not for users who muted the sender. Quiet hours silence phones, because a phone cannot wait. An email waits for their end.
 */
export function reasonsToNotify(
  reach: MessageReach,
  preferences: ConversationPreferences | undefined,
  settings: NotificationSettings,
  { isIdle, isQuiet }: Attention,
): { push?: Reason; email?: Reason } {
  const reasonFor = (medium: Medium) => reasonToNotify(medium, reach, preferences, settings)
  const mayPush = !isQuiet && (isIdle || settings.enable_online_push_notifications)
  const mayEmail = isIdle && settings.enable_offline_email_notifications
  return {
    push: mayPush ? reasonFor('push') : undefined,
    email: mayEmail ? reasonFor('email') : undefined,
  }
}

/** Returns the first reason that holds, in the order of the API. */
function reasonToNotify(
  medium: Medium,
  reach: MessageReach,
  preferences: ConversationPreferences | undefined,
  settings: NotificationSettings,
): Reason | undefined {
  const names = SETTINGS[medium]
  const isPersonal = settings[names.personal]
  if (isPersonal && reach.isDirect) return 'direct_message'
  if (isPersonal && reach.isMentioned) return 'mentioned'
  if (preferences === undefined) return undefined
  const wildcard = isPersonal ? wildcardReason(reach, preferences, settings) : undefined
  if (wildcard !== undefined) return wildcard
  if (preferences.policy === Visibility.followed && settings[names.followed]) return 'followed_topic'
  return !isMuted(preferences) && (preferences[names.channel] ?? settings[names.allChannels]) ? 'channel' : undefined
}

function wildcardReason(
  { isTopicWildcard, isChannelWildcard }: MessageReach,
  preferences: ConversationPreferences,
  settings: NotificationSettings,
): Reason | undefined {
  if (preferences.policy === Visibility.followed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (isTopicWildcard) return 'topic_wildcard_mentioned_in_followed_topic'
    if (isChannelWildcard) return 'stream_wildcard_mentioned_in_followed_topic'
  }
  const wildcardsNotify = preferences.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
  if (isMuted(preferences) || !wildcardsNotify) return undefined
  if (isTopicWildcard) return 'topic_wildcard_mentioned'
  return isChannelWildcard ? 'stream_wildcard_mentioned' : undefined
}

const isMuted = ({ policy, is_muted }: ConversationPreferences) => isTopicMuted(policy, is_muted)
