import type { UserSettings } from '../../people/user-settings/settings'
import { Visibility, type VisibilityPolicy } from './rules'

/**
 * What a user did in a topic, in the numbers of the two settings. A higher number includes the lower ones: a user who initiates
 * a topic also sends to it and participates in it.
 */
export const TopicActivity = { participates: 1, sends: 2, initiates: 3 } as const
export type TopicActivity = (typeof TopicActivity)[keyof typeof TopicActivity]

export type AutomaticVisibilitySettings = Pick<
  UserSettings,
  'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy'
>

// The setting has the lowest number of an activity that is enough. Its value 4 means never.
const isEnough = (activity: TopicActivity, setting: number): boolean => setting <= activity

/** Whether the activity can change the policy of any topic. Most activities cannot, and then no row is read. */
export const canChangePolicy = (
  activity: TopicActivity,
  settings: AutomaticVisibilitySettings,
  isChannelMuted: boolean,
): boolean =>
  isEnough(activity, settings.automatically_follow_topics_policy) ||
  (isChannelMuted && isEnough(activity, settings.automatically_unmute_topics_in_muted_streams_policy))

/**
 * Returns the new visibility policy of a topic after an activity of the user; undefined if it does not change. An activity never
 * unfollows a topic, and following replaces unmuting.
 */
export function automaticPolicy(
  activity: TopicActivity,
  settings: AutomaticVisibilitySettings,
  { current, isChannelMuted }: { current: VisibilityPolicy; isChannelMuted: boolean },
): VisibilityPolicy | undefined {
  if (current === Visibility.followed) return undefined
  if (isEnough(activity, settings.automatically_follow_topics_policy)) return Visibility.followed
  const unmutes = isChannelMuted && isEnough(activity, settings.automatically_unmute_topics_in_muted_streams_policy)
  return unmutes && current !== Visibility.unmuted ? Visibility.unmuted : undefined
}

/** Whether a user who is mentioned by name in a topic follows it. A user who muted it does not. */
export const followsAfterMention = (current: VisibilityPolicy): boolean =>
  current === Visibility.none || current === Visibility.unmuted
