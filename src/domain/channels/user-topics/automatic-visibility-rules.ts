import type { UserSettings } from '../../people/user-settings/settings'
import { Visibility, type VisibilityPolicy } from './rules'

/** What somebody does in a topic. Whoever starts one also writes to it, and whoever writes to one also takes part in it. */
export const TopicActivity = { takesPart: 1, writes: 2, starts: 3 } as const
export type TopicActivity = (typeof TopicActivity)[keyof typeof TopicActivity]

export type AutomaticVisibilitySettings = Pick<
  UserSettings,
  'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy'
>

// A habit names the least that must be done, in the same numbers; its fourth, never, is more than anybody does.
const isEnoughFor = (deed: TopicActivity, habit: number): boolean => habit <= deed

/** Could a topic become anything by this, whatever it is now? Nearly everything that people do changes nothing. */
export const canChangePolicy = (
  deed: TopicActivity,
  habits: AutomaticVisibilitySettings,
  isChannelMuted: boolean,
): boolean =>
  isEnoughFor(deed, habits.automatically_follow_topics_policy) ||
  (isChannelMuted && isEnoughFor(deed, habits.automatically_unmute_topics_in_muted_streams_policy))

/**
 * What a topic becomes to somebody by what they did there, if they made a habit of it. It only ever gets nearer to them:
 * what they follow stays followed, and following beats unmuting.
 */
export function automaticPolicy(
  deed: TopicActivity,
  habits: AutomaticVisibilitySettings,
  { current, isChannelMuted }: { current: VisibilityPolicy; isChannelMuted: boolean },
): VisibilityPolicy | undefined {
  if (current === Visibility.followed) return undefined
  if (isEnoughFor(deed, habits.automatically_follow_topics_policy)) return Visibility.followed
  const unmutes = isChannelMuted && isEnoughFor(deed, habits.automatically_unmute_topics_in_muted_streams_policy)
  return unmutes && current !== Visibility.unmuted ? Visibility.unmuted : undefined
}

/** Whom a topic calls by name follows it, but for those who do already, or have muted it. */
export const followsAfterMention = (current: VisibilityPolicy): boolean =>
  current === Visibility.none || current === Visibility.unmuted
