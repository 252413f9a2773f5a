import { concept } from '../../../concept'
import tables from './tables.sql'
import { markOnboardingStepSeen } from './endpoints'
import { onboardingStepsChanged, onboardingStepsState } from './events'

export const onboarding = concept({
  name: 'personal/onboarding',
  title: 'Onboarding steps',
  tables: [tables],
  endpoints: [markOnboardingStepSeen],
  events: [onboardingStepsChanged],
  state: [onboardingStepsState],
})
