import * as v from 'valibot'
import { named } from '../../../api/named'

/** A hint that clients show once to each user. */
export type OnboardingStep = { type: 'one_time_notice'; name: string }

export const onboardingStepShape = named(
  'OnboardingStep',
  v.strictObject({ type: v.literal('one_time_notice'), name: v.string() }),
)

const NOTICES = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  // The first tasks of an owner: the web client shows them until they are done or hidden.
  'parley_tasks',
  // The channels that a new member may choose.
  'parley_welcome',
]

export const isOnboardingStep = (name: string): boolean => NOTICES.includes(name)

/** Returns the steps that a user has not seen. */
export const remainingSteps = (seen: ReadonlySet<string>): OnboardingStep[] =>
  NOTICES.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }))
