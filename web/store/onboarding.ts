import type { Of } from '../wire/own-state'

/** Whether the user has not seen a step yet. */
export const isWaiting = (state: Of<'onboarding_steps'>, step: string): boolean =>
  (state.onboarding_steps ?? []).some(({ name }) => name === step)

/** Whether the client guides the user: an owner who has not hidden the tasks. */
export const isGuided = (state: Of<'onboarding_steps' | 'is_owner'>): boolean =>
  state.is_owner === true && isWaiting(state, 'parley_tasks')

const WEEK_MILLISECONDS = 604_800_000

/** Whether the client offers channels: to a member who joined in the last week, and who has not closed the offer. */
export const isWelcomed = (state: Of<'onboarding_steps' | 'is_owner' | 'user_id' | 'realm_users'>): boolean =>
  !state.is_owner &&
  isWaiting(state, 'parley_welcome') &&
  Date.now() - Date.parse(state.realm_users.get(state.user_id)?.date_joined ?? '') < WEEK_MILLISECONDS
