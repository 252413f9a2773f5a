import type { Json } from '../../client-state/reducer'

/** Whether the user has not seen a step yet. */
export const isWaiting = (state: Json, step: string): boolean =>
  (state.onboarding_steps ?? []).some(({ name }: Json) => name === step)

/** Whether the client guides the user: an owner who has not hidden the tasks. */
export const isGuided = (state: Json): boolean => state.is_owner === true && isWaiting(state, 'parley_tasks')
