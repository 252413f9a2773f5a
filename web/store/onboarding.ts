import type { Of } from '../wire/own-state'

/** Whether the user has not seen a step yet. */
export const isWaiting = (state: Of<'onboarding_steps'>, step: string): boolean =>
  (state.onboarding_steps ?? []).some(({ name }) => name === step)

/** Whether the client guides the user: an owner who has not hidden the tasks. */
export const isGuided = (state: Of<'onboarding_steps' | 'is_owner'>): boolean =>
  state.is_owner === true && isWaiting(state, 'parley_tasks')
