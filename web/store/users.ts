import { USER_LISTS } from '../../client-state/people'
import type { Json } from '../../client-state/reducer'

const TYPES = new Set(['realm_user', 'custom_profile_fields'])

/** Whether an event changes the lists of users. Their digest is then that of an earlier state. */
export const changesUsers = ({ type }: Json): boolean => TYPES.has(type)

/** Returns the digest of the lists that the client has, which is empty if they have changed since, and the lists. */
export function knownUsers(answer: Json): { digest: string; lists: Json } {
  const digest: string = answer?.parley_users_digest ?? ''
  return { digest, lists: digest === '' ? {} : Object.fromEntries(USER_LISTS.map((name) => [name, answer[name]])) }
}
