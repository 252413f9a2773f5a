import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { humans } from '../../people/users/callers'
import { takeStep, unknownOnboardingStep } from './actions'

export const takeOnboardingStep = endpoint.decision({
  route: 'POST /users/me/onboarding_steps',
  summary: 'Say that you were shown something that is shown once.',
  caller: humans,
  params: { onboarding_step: shortText() },
  returns: {},
  errors: [unknownOnboardingStep],
  decide: (realm, actor, { onboarding_step }) => takeStep(realm, actor, onboarding_step),
})
