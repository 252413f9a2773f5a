import type { Client } from '../client/client'

/** Tells the server that the user needs a part of the guide no more. Its event hides the part. */
export const endStep = ({ ask, report }: Client, onboarding_step: 'parley_tasks' | 'parley_welcome'): void =>
  void ask('POST /users/me/onboarding_steps', { onboarding_step }).catch(report)
