import type { Realm } from '../../../realm'
import { badRequest } from '../../../api/errors'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { onboardingStepsChanged } from './events'
import { isOnboardingStep, remainingSteps } from './rules'
import { insertStepSeen, stepsSeenBy } from './storage'

export const unknownOnboardingStep = badRequest((f: { step: string }) => `Unknown onboarding_step: ${f.step}`)

/** Marks a step as seen. A second time changes nothing. Throws `unknownOnboardingStep`. */
export function markStepSeen(realm: Realm, { user_id }: User, step: string): void {
  if (!isOnboardingStep(step)) throw unknownOnboardingStep({ step })
  const seen = stepsSeenBy(realm.sql, user_id)
  if (seen.has(step)) return
  insertStepSeen(realm.sql, user_id, step)
  const onboarding_steps = remainingSteps(seen.add(step))
  realm.publish(onboardingStepsChanged({ onboarding_steps }), onlyUsers({ user_ids: [user_id] }))
}
