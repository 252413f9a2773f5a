import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { onboardingStepsChanged } from './events'
import { isStep, stepsToCome } from './steps'
import { insertStepTaken, stepsTaken } from './storage'

export const unknownOnboardingStep = badRequest((f: { step: string }) => `Unknown onboarding_step: ${f.step}`)

/** Somebody was told. Being told again changes nothing. */
export function takeStep(realm: Realm, { user_id }: User, step: string): void {
  if (!isStep(step)) throw unknownOnboardingStep({ step })
  const taken = stepsTaken(realm.sql, user_id)
  if (taken.has(step)) return
  insertStepTaken(realm.sql, user_id, step)
  const onboarding_steps = stepsToCome(taken.add(step))
  realm.publish(onboardingStepsChanged({ onboarding_steps }), people({ user_ids: [user_id] }))
}
