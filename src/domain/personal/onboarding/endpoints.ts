import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { humans } from '../../people/users/callers'
import { markStepSeen, unknownOnboardingStep } from './actions'

export const markOnboardingStepSeen = endpoint.decision({
  route: 'POST /users/me/onboarding_steps',
  summary: 'Mark an onboarding step as seen.',
  caller: humans,
  params: { onboarding_step: shortText() },
  returns: {},
  errors: [unknownOnboardingStep],
  decide: (realm, actor, { onboarding_step }) => markStepSeen(realm, actor, onboarding_step),
})
