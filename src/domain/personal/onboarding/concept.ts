import { concept } from '../../../concept'
import tables from './tables.sql'
import { takeOnboardingStep } from './endpoints'
import { onboardingStepsChanged, onboardingStepsSlice } from './events'

export const onboarding = concept({
  name: 'personal/onboarding',
  title: 'Onboarding steps',
  tables: [tables],
  endpoints: [takeOnboardingStep],
  events: [onboardingStepsChanged],
  state: [onboardingStepsSlice],
})
