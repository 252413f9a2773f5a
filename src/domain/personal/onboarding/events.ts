import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { onboardingStepShape, remainingSteps, type OnboardingStep } from './rules'
import { stepsSeenBy } from './storage'

export const onboardingStepsChanged = event<{ onboarding_steps: OnboardingStep[] }>({
  type: 'onboarding_steps',
  summary: 'The onboarding steps that the user has not seen changed. The event lists all of them.',
  recipients: { users: 'the user' },
  updates: 'onboarding_steps',
  fields: { onboarding_steps: v.array(onboardingStepShape) },
})

export const onboardingStepsState = stateSlice({
  fetchedFor: ['onboarding_steps'],
  fields: { onboarding_steps: v.array(onboardingStepShape), navigation_tour_video_url: v.nullable(v.string()) },
  read: (realm, { user_id }: User) => ({
    onboarding_steps: remainingSteps(stepsSeenBy(realm.sql, user_id)),
    navigation_tour_video_url: null, // this server has no such video
  }),
})
