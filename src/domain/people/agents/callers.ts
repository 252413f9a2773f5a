import { invalidToken, type Caller } from '../../../api/callers'
import { anyUser } from '../users/callers'
import type { User } from '../users/user'

/** Agents of any user: programs that a model controls. */
export const agents: Caller<User> = {
  ...anyUser,
  describes: 'an agent of any user',
  errors: [...anyUser.errors, invalidToken],
  isAgent: true,
}
