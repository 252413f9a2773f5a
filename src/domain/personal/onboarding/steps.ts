import * as v from 'valibot'

/** What clients tell somebody once, the first time that it is of use. Until they say so it is still to come. */
export type OnboardingStep = { type: 'one_time_notice'; name: string }

export const onboardingStepShape = v.strictObject({ type: v.literal('one_time_notice'), name: v.string() })

const NOTICES = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
]

export const isStep = (name: string): boolean => NOTICES.includes(name)

export const stepsToCome = (taken: ReadonlySet<string>): OnboardingStep[] =>
  NOTICES.filter((name) => !taken.has(name)).map((name) => ({ type: 'one_time_notice', name }))
