import { expect, test } from 'vitest'
import { isOnboardingStep, remainingSteps } from '../../src/domain/personal/onboarding/rules'

test('isOnboardingStep knows the steps of the clients', () => {
  expect(['intro_inbox_view_modal', 'dance', ''].map(isOnboardingStep)).toEqual([true, false, false])
})

test('remainingSteps has the steps that the user has not seen', () => {
  const all = remainingSteps(new Set())
  expect(all).toContainEqual({ type: 'one_time_notice', name: 'intro_inbox_view_modal' })
  const remaining = remainingSteps(new Set(['intro_inbox_view_modal']))
  expect(remaining).toEqual(all.filter(({ name }) => name !== 'intro_inbox_view_modal'))
})
